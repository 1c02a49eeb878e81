/** How far a place lies from the outline, in px: negative inside. */
export type Distance = (x: number, y: number) => number

/** A thing that rises out of the lines, in a square of 600 px. */
export interface Silhouette {
  distance: Distance
  /** How far from its outline it is as high as it gets, in px. */
  depth: number
  /** How high that is. */
  lift?: number
}

export const disc =
  (cx: number, cy: number, radius: number): Distance =>
  (x, y) =>
    Math.hypot(x - cx, y - cy) - radius

/** Near its outline as exact as is needed, and the plain radius in its very middle. */
export const ellipse =
  (cx: number, cy: number, rx: number, ry: number): Distance =>
  (x, y) => {
    const far = Math.hypot((x - cx) / rx, (y - cy) / ry)
    const steep = Math.hypot((x - cx) / rx ** 2, (y - cy) / ry ** 2)
    return far < 0.01 ? -Math.min(rx, ry) : (far * (far - 1)) / steep
  }

/** Half its width and half its height around its middle; the corners are rounded within them. */
export const box =
  (cx: number, cy: number, halfWidth: number, halfHeight: number, corner = 0): Distance =>
  (x, y) => {
    const right = Math.abs(x - cx) - halfWidth + corner
    const below = Math.abs(y - cy) - halfHeight + corner
    return Math.hypot(Math.max(right, 0), Math.max(below, 0)) + Math.min(Math.max(right, below), 0) - corner
  }

/** A rod with round ends. */
export const rod =
  ([ax, ay]: [number, number], [bx, by]: [number, number], radius: number): Distance =>
  (x, y) => {
    const [dx, dy] = [bx - ax, by - ay]
    const along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)
    const t = Math.min(1, Math.max(0, along))
    return Math.hypot(x - ax - t * dx, y - ay - t * dy) - radius
  }
