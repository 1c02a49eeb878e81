/** The logo, on a square of 32: a jetty above two waves. */
export const LOGO = {
  size: 32,
  weight: 1.8,
  lines: 'M4 10h18M8 10v9M18 10v9M2 22c4-3 8-3 12 0s8 3 12 0M2 28c4-3 8-3 12 0s8 3 12 0',
  point: { x: 26, y: 8, r: 3 },
}
