export { neon } from '@neondatabase/serverless'
export { jwtVerify, SignJWT } from 'jose'
export { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
export { object, parse, string } from 'valibot'
