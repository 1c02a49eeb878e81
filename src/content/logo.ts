/** The logo: three lines that cross a meridian, and a point where they meet. Drawn by hand on a square of 32. */
export const LOGO = {
  size: 32,
  weight: 1.6,
  lines:
    'M12 0v11M12 19.5V32M0 8.5c6 0 8 2 12 0s8-5.5 20-3M0 24.5c6 0 8 4 12 2.5s8-6.5 20-3.5M0 16.5h6.6M17.4 14.2c3.6-1.6 8-2.4 14.6-.7',
  point: { x: 12, y: 15.2, r: 3.5 },
}
