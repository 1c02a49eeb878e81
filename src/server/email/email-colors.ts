/** The colours of emails. Written by `npm run art`. */
export const emailColors = {
  light: {
    paper: '#f7f2e8',
    ink: '#022f2d',
    soft: '#355956',
    edge: '#66837c',
    sheet: '#fcfaf4',
    rule: '#cac8b8',
    sea: '#084b47',
    'on-sea': '#faf6ee',
    deep: '#022f2d',
    'on-deep': '#f1ece1',
    'on-deep-soft': '#b7bfb0',
  },
  dark: {
    paper: '#07191b',
    ink: '#eee9dc',
    soft: '#aeb6a7',
    edge: '#607a7a',
    sheet: '#0d2325',
    rule: '#293d3f',
    sea: '#9cd5c7',
    'on-sea': '#031a1b',
    deep: '#041214',
    'on-deep': '#f1ece1',
    'on-deep-soft': '#b7bfb0',
  },
}
