import { afterAll, inject } from 'vitest'
import { closeDatabase } from '#db/connection/client'
import { closePresenceSession } from '#db/connection/presence'
import { closeSender } from '#lib/jobs/boss'
import { asOwner, createDatabase } from './create.ts'

// Every test file has its own database, created before its imports run.
const url = await createDatabase()

afterAll(async () => {
  await closeSender()
  await closePresenceSession()
  await closeDatabase()
  const name = new URL(url).pathname.slice(1)
  await asOwner(inject('testServerUrl'), `drop database ${name} with (force)`)
})
