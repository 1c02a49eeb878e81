/** Plays the film of the river over its still picture once the page is idle, while it is in view. With reduced motion or
 *  on a slow or metered connection, nothing is loaded until the visitor presses "Play film". */
export function enhanceHeroVideo(): void {
  const stage = document.querySelector('[data-film]')
  const video = stage?.querySelector('video')
  const button = stage?.querySelector('button')
  const label = button?.querySelector('span')
  if (!stage || !video || !button || !label) return

  const lessMotion = matchMedia('(prefers-reduced-motion: reduce)')
  let isEnabled = !lessMotion.matches && !savesData()
  let isIdle = false
  let isInView = false

  const handleRefusal = ({ name }: DOMException) => {
    // In power-saving mode some phones refuse autoplay.
    if (name === 'NotAllowedError') enable(false)
  }
  const update = () => {
    if (isEnabled && isIdle && isInView && !document.hidden) video.play().catch(handleRefusal)
    else video.pause()
  }
  const enable = (on: boolean) => {
    isEnabled = on
    button.toggleAttribute('data-paused', !on)
    label.textContent = on ? 'Pause film' : 'Play film'
    update()
  }

  enable(isEnabled)
  button.hidden = false
  button.addEventListener('click', () => {
    isIdle = true
    enable(!isEnabled)
  })
  // The last source fires the error when the browser can play none of them: the still picture stays.
  video.lastElementChild?.addEventListener('error', () => (button.hidden = true))
  whenPainted(video, () => stage.setAttribute('data-rolling', ''))
  lessMotion.addEventListener('change', ({ matches }) => matches && enable(false))
  document.addEventListener('visibilitychange', update)
  new IntersectionObserver(([entry]) => {
    isInView = entry?.isIntersecting === true
    update()
  }).observe(stage)
  whenIdle(() => {
    isIdle = true
    update()
  })
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || /^(slow-)?[23]g$/.test(connection?.effectiveType ?? '')
}

function whenIdle(then: () => void): void {
  // Safari has no requestIdleCallback.
  const idle = () => ('requestIdleCallback' in window ? requestIdleCallback(then) : setTimeout(then, 500))
  if (document.readyState === 'complete') idle()
  else addEventListener('load', idle, { once: true })
}

/** Waits until a frame has been painted unseen, or the first frame would count as the largest contentful paint. */
function whenPainted(video: HTMLVideoElement, then: () => void): void {
  const afterNext = () => requestAnimationFrame(() => requestAnimationFrame(then))
  if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(afterNext)
  else (video as HTMLVideoElement).addEventListener('playing', afterNext, { once: true })
}
