import { expect, test } from '#tests/e2e/fixtures.ts'

test.describe('with motion', () => {
  test.use({ reducedMotion: 'no-preference' })

  test('the hero video plays muted, and Pause film stops it', async ({ page }) => {
    await page.goto('/')
    const pause = page.getByRole('button', { name: 'Pause film' })
    await expect(pause).toBeVisible()
    const film = page.locator('video')
    await film.scrollIntoViewIfNeeded()
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0)
    expect(await film.evaluate((video: HTMLVideoElement) => [video.muted, video.loop])).toEqual([true, true])
    await pause.click()
    await expect(page.getByRole('button', { name: 'Play film' })).toBeVisible()
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
  })
})

test('with reduced motion the hero art is still and no video is loaded', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().endsWith('.mp4') && asked.push(request.url()))
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Play film' })).toBeVisible()
  expect(asked).toEqual([])
})
