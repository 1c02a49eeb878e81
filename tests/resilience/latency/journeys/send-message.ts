import type { Page } from 'playwright'
import { buttonNamed, type Journey } from '#tests/resilience/latency/journeys/journey.ts'

const WRITER = 'writer@visitor.example'
const form = (page: Page) => page.getByRole('form', { name: 'Send a message' })

export const sendMessageJourney: Journey = {
  endpoint: 'contact',
  email: WRITER,
  async prepare(page) {
    await page.goto('/#write')
    const typed = { 'First name': 'First', 'Last name': 'Last', Email: WRITER, Subject: 'Parking' }
    for (const [label, text] of Object.entries(typed)) await form(page).getByLabel(label).fill(text)
    await form(page).getByLabel('Message').fill('Words that took long to find.')
  },
  press: (page) => buttonNamed(page, 'Send Message').click(),
  done: (page) => form(page).getByText('We have your message'),
  allowedTexts: [
    'We cannot tell whether this has arrived, and nothing that you typed is lost. Please send it again: it arrives only once, or ring us on',
  ],
  retryButton: (page) => buttonNamed(page, 'Send Message'),
}
