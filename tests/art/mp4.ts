/** What the head of an MP4 says: https://developer.apple.com/documentation/quicktime-file-format. */
export function readMp4(file: Buffer) {
  const movie = contentOf(file, 'mvhd')
  const track = contentOf(file, 'tkhd')
  return {
    seconds: movie.readUInt32BE(16) / movie.readUInt32BE(12),
    // The last two fields of a track's head, in 1/65536 px.
    width: track.readUInt32BE(76) / 65536,
    height: track.readUInt32BE(80) / 65536,
    tracks: file.toString('latin1').split('tkhd').length - 1,
    codec: ['av01', 'avc1'].find((name) => contentOf(file, 'stsd').includes(name)),
    /** The head comes first: a player can begin before the whole file is there. */
    startsFast: file.indexOf('moov') < file.indexOf('mdat'),
  }
}

const contentOf = (file: Buffer, box: string) => file.subarray(file.indexOf(box) + 4)
