import { publishedWebsite } from '#clinic/published.ts'

// The version of the website that this deployment was built from: the portal reads it, and the next build if the database
// is out of reach.

export const GET = () => Response.json(publishedWebsite)
