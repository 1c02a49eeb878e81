import { WAIT_LIMIT } from '#tests/harness/limits.ts'

/** What the steps need of a browser. Scripts are bodies of functions, whose parameters are `args`. */
export interface BrowserTab {
  open(url: string): Promise<void>
  run<Result>(script: string, ...args: unknown[]): Promise<Result>
  /** Clicks the element that the script returns, as a mouse does. */
  click(script: string, ...args: unknown[]): Promise<void>
  /** Replaces the value of the input that the script returns by these keys. */
  type(text: string, script: string, ...args: unknown[]): Promise<void>
  /** Runs the steps in the frame that matches a selector. */
  inFrame(selector: string, steps: (frame: BrowserTab) => Promise<void>): Promise<void>
}

export interface Engine {
  /** Opens an empty tab of this width (px), with a cache and storage of its own, and closes the one before. */
  newTab(width: number): Promise<BrowserTab>
  close(): Promise<void>
}

/** Finds a visible element by role and accessible name, or a control by its label; the last dialog that is open hides the
 *  rest of the page, and what still slides in from a side cannot be pressed. */
const FIND = `
  const [role, name] = args
  const SELECTORS = {
    button: 'button, [role=button]', link: 'a[href]', field: 'input, select, textarea', heading: 'h1, h2, h3, h4',
  }
  const text = (element) => (element?.textContent ?? '').replace(/\\s+/g, ' ').trim()
  const nameOf = (element) =>
    element.getAttribute('aria-label') ?? (element.labels?.length ? text(element.labels[0]) : text(element))
  const root = [...document.querySelectorAll('dialog[open], [role=dialog]')].at(-1) ?? document
  const shown = (element) => element.getClientRects().length > 0 && !element.matches(':disabled, [aria-disabled=true]')
  const found = [...root.querySelectorAll(SELECTORS[role])].filter(shown)
  const element = found.find((each) => nameOf(each) === name) ?? found.find((each) => nameOf(each).startsWith(name))
  element?.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, right } = element?.getBoundingClientRect() ?? {}
  return left + right > 0 && left + right < 2 * innerWidth ? element : null`

const IS_SHOWN = `return document.body.innerText.replace(/\\s+/g, ' ').toLowerCase().includes(args[0].toLowerCase())`

/** A page as its visitor uses it; every step waits for its element. */
export class Visitor {
  readonly tab: BrowserTab
  constructor(tab: BrowserTab) {
    this.tab = tab
  }

  async press(role: 'button' | 'link' | 'field', name: string): Promise<void> {
    await this.waitForElement(role, name)
    await this.tab.click(FIND, role, name)
  }

  /** Types into a field; in a select, this chooses the option. */
  async type(label: string, text: string): Promise<void> {
    await this.waitForElement('field', label)
    await this.tab.type(text, FIND, 'field', label)
  }

  async waitForElement(role: string, name: string): Promise<void> {
    await this.until(`${role} “${name}”`, () => this.tab.run(`return !!(() => {${FIND}})()`, role, name))
  }

  async waitFor(text: string): Promise<void> {
    await this.until(`“${text}”`, () => this.tab.run(IS_SHOWN, text))
  }

  read<Result>(script: string, ...args: unknown[]): Promise<Result> {
    return this.tab.run<Result>(script, ...args)
  }

  async until(what: string, holds: () => Promise<unknown>): Promise<void> {
    const end = Date.now() + WAIT_LIMIT
    // A script fails while the page is replaced.
    while (!(await holds().catch(() => false))) {
      if (Date.now() > end) throw new Error(`Not there after ${WAIT_LIMIT / 1000} s: ${what}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
