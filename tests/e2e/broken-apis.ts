/** The error that the scripts below throw. */
export const FROM_EXTENSION = /^(Error: )+from an extension/

const throwing = "function () { throw new Error('from an extension') }"

/** Scripts that run before a page's own and break its APIs, as extensions do. */
export const BROKEN_APIS = {
  'PerformanceObserver is missing': 'delete window.PerformanceObserver',
  'PerformanceObserver and requestAnimationFrame throw': `window.PerformanceObserver = window.requestAnimationFrame = ${throwing}`,
  'a listener throws': `addEventListener('DOMContentLoaded', ${throwing})`,
}
