import { clinic } from '#clinic/current-clinic.ts'

const { position } = clinic

/**
 * Opens the way to the clinic from where the visitor is, in the map app of a phone; undefined if its position is not
 * known: https://developers.google.com/maps/documentation/urls/get-started#directions-action
 */
export const directionsUrl =
  position === null
    ? undefined
    : `https://www.google.com/maps/dir/?api=1&destination=${position.latitude}%2C${position.longitude}`
