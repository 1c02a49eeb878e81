import { clinic } from '#content/clinic.ts'

const { latitude, longitude } = clinic.position

/**
 * Opens the way to the clinic from where the visitor is, in the map app of a phone:
 * https://developers.google.com/maps/documentation/urls/get-started#directions-action
 */
export const directionsUrl = `https://www.google.com/maps/dir/?api=1&destination=${latitude}%2C${longitude}`
