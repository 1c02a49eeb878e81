/** Of the reader's device. */
export type Scheme = 'light' | 'dark'
