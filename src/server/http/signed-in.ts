import { DomainError } from '../domain-error.ts'
import type { Services } from '../services/services.ts'
import type { Admin } from './call.ts'

/** Lets in whoever is signed in: `serve(endpoint, handler, signedIn(services))`. */
export function signedIn(_services: Pick<Services, 'db' | 'clock'>) {
  return async (_request: Request): Promise<Admin> => {
    // Nobody can sign in yet, so every door for admins is shut.
    throw new DomainError('signed_out', 'Please sign in.')
  }
}
