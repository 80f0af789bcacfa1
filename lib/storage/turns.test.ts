import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'

let [running, most] = [0, 0]
vi.mock('./folder.ts', async (importActual) => ({
  ...(await importActual<typeof import('./folder.ts')>()),
  fsyncPath: async () => {
    most = Math.max(most, ++running)
    await sleep(50)
    running--
  },
}))
const { stageStream } = await import('./stage.ts')

test('a disk that takes long to store files leaves threads of Node to others', async () => {
  const stage = (tenantId: number) => stageStream(tenantId, [Buffer.from('text')], { maxBytes: 10 })
  const files = await Promise.all([1, 2, 3, 4, 5].map(stage))
  await Promise.all(files.map((file) => file.sync()))
  expect(most).toBe(2)
  for (const file of files) await file.discard()
})
