/** Prints a Postman collection of the API: `npm run -s postman > paraph.postman_collection.json`. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const dataDir = await mkdtemp(join(tmpdir(), 'paraph-postman-'))
process.env.DATA_DIR = dataDir
const { reference } = await import('../app/api/v1/reference.ts')
const { postmanCollection } = await import('../lib/reference/postman.ts')
try {
  process.stdout.write(`${JSON.stringify(postmanCollection(await reference()), null, 2)}\n`)
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
