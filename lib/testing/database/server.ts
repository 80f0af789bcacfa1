import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connect } from '#db/connection/client'
import { startEmbedded } from '#db/embedded/embedded'
import { migrateDatabase } from '#db/migrate'
import { singleton } from '#lib/core/runtime/singleton'
import { inheritedInstallationKey } from '#lib/core/secretbox'
import { installJobs } from '#lib/jobs/install'
import { TEST_SECRET } from '../service/secret.ts'
import { withDatabase } from './database-url.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the test run's PostgreSQL, as its owner. */
    testServerUrl: string
    /** The migrated database that is copied for each test file, the role that owns its objects, and its key. */
    testTemplate: { name: string; owner: string; installationKey: string }
    /** Where processes that run several test files have their folders. */
    testFolder: string
  }
}

const TEMPLATE = 'paraph_template'

/** One PostgreSQL for the whole run, on a socket in a temporary folder: it needs no port and no installation. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { provided, stop } = await singleton('test.server', start)
  for (const [name, value] of Object.entries(provided)) project.provide(name as keyof typeof provided, value)
  return stop
}

async function start() {
  const dataDir = await mkdtemp(join(tmpdir(), 'paraph-test-'))
  const testFolder = await mkdtemp(join(tmpdir(), 'paraph-processes-'))
  await chmod(testFolder, 0o711)
  process.env.APP_SECRET = TEST_SECRET
  process.env.DATA_DIR = dataDir
  process.env.LOG_LEVEL ??= 'silent'
  const server = await startEmbedded({ dataDir, durable: false })
  const client = connect(server.url, { max: 1 })
  await client.unsafe(`create database ${TEMPLATE}`)
  await client.end()
  await migrateDatabase(withDatabase(server.url, TEMPLATE), installJobs)
  const provided = {
    testServerUrl: server.url,
    testTemplate: {
      name: TEMPLATE,
      owner: `paraph_owner_${TEMPLATE}`,
      installationKey: Buffer.from(inheritedInstallationKey()!).toString('hex'),
    },
    testFolder,
  }
  let stopped: Promise<void> | undefined
  const end = async () => {
    await server.stop()
    for (const folder of [dataDir, testFolder]) await rm(folder, { recursive: true, force: true })
  }
  // Each project of the run ends it.
  return { provided, stop: () => (stopped ??= end()) }
}
