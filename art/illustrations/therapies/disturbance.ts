/** The plate a therapy is drawn on, in px. `pitch` is the distance between two lines. */
export interface Plate {
  width: number
  height: number
  pitch: number
}

/** What happens to the lines between the edges. It fades out by itself at the left and right, so that plates can stand
 *  side by side. */
export interface Disturbance {
  displace: (x: number, y: number) => number
  /** Left out, the weight follows the slope. */
  weight?: (x: number, y: number) => number
  relief: number
  /** Where points are set, as shares of width and height. */
  points: { x: number; y: number }[]
  /** A thread down the plate, as a share of the width. */
  meridian?: number
}
