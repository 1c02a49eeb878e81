export { neon } from '@neondatabase/serverless'
export { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
export { default as Stripe } from 'stripe'
export { object, parse, string } from 'valibot'
