import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import config from '../../../vitest.config.ts'

/** They name none: what they test uses it. */
const unnamed = [
  'app/api/v1/trust/log/log.test.ts',
  'app/api/v1/trust/witness/witness.test.ts',
  'app/sign/in-person/[session]/page.test.ts',
  'db/connection/unavailable.test.ts',
]

it('only files that need a database have one of their own', () => {
  const projects = config.test!.projects!.map((project) => (project as typeof config).test!)
  const { include, exclude } = projects.find(({ name }) => name === 'with database')!
  const files = globSync(include!, { exclude })
  const needing = /#db\/|\/connection\/|testing\/(database|records|users)\/|DATABASE_URL|databaseUrl/
  expect(files.filter((file) => !needing.test(readFileSync(file, 'utf8'))).toSorted()).toEqual(unnamed)
})
