/** On the home page the navigation marks the chapter in the middle of the window, and Home where it names none. */
export function navigationFollows(): void {
  const navigations = document.querySelectorAll('[data-follow]')
  const chapters = document.querySelectorAll('main > section[id]')

  const mark = (id: string) => {
    for (const navigation of navigations) {
      const chosen = navigation.querySelector(`[href="/#${id}"]`)
      for (const link of navigation.querySelectorAll('a')) link.removeAttribute('aria-current')
      if (chosen) chosen.setAttribute('aria-current', 'location')
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
  for (const chapter of chapters) observer.observe(chapter)
}
