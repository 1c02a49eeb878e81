/** Marks the section in the middle of the window in the navigation of the home page, or Home where it has no item. */
export function startScrollSpy(): void {
  const navigations = document.querySelectorAll('[data-follow]')
  const sections = document.querySelectorAll('main > section[id]')

  const mark = (id: string) => {
    for (const navigation of navigations) {
      const link = navigation.querySelector(`[href="/#${id}"]`)
      for (const other of navigation.querySelectorAll('a')) other.removeAttribute('aria-current')
      if (link) link.setAttribute('aria-current', 'location')
      else navigation.querySelector('[href="/"]')?.setAttribute('aria-current', 'page')
    }
  }
  const observer = new IntersectionObserver(
    (entries) => {
      const current = entries.findLast((entry) => entry.isIntersecting)
      if (current) mark(current.target.id)
    },
    { rootMargin: '-50% 0px' },
  )
  for (const section of sections) observer.observe(section)
}
