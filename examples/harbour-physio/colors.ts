// The three colours of the clinic: a cool paper, the blue of the harbour, and the red of a buoy.

export const colors = {
  paper: '#f4f7fb',
  main: '#1b4b8f',
  accent: '#c5304f',
}
