import { therapies } from '#clinic/current-therapies.ts'

/** For a service in the visitor's own words. */
const DEFAULT_MINUTES = 60

const findTherapy = (service: string) => therapies.find(({ id }) => id === service)

/** Returns the therapy's title; a service in the visitor's own words stays as it is. */
export const serviceTitle = (service: string): string => findTherapy(service)?.title ?? service

/** Returns whether the service is a therapy on our list, so that its title is our own text. */
export const isTherapy = (service: string): boolean => findTherapy(service) !== undefined

/** Returns the usual length of an appointment: 90 for "60–90 minutes". */
export const usualMinutes = (service: string): number =>
  Number(/(\d+) minutes$/.exec(findTherapy(service)?.duration ?? '')?.[1] ?? DEFAULT_MINUTES)
