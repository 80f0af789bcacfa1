/**
 * `npm run crash [-- ROUNDS]`: kill -9 at random moments while signatures are being sealed, of the worker and of the whole
 * tree in turn; after the restart every process must complete, once, with a whole chain of events.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyPdf } from '#lib/pades/verify'
import { buildPdf } from '#lib/pdf/fixtures'
import { Client, type SentProcess } from './client.ts'
import { Service } from './service.ts'

const rounds = Number(process.argv[2] ?? 20)
const people = ['Zoë Ångström', 'Иван Петров']

const service = await Service.start()
const rows: Record<string, string | number>[] = []
try {
  const client = await Client.signUp(service.url)
  for (let round = 1; round <= rounds; round++) rows.push(await killOnce(client, round))
} finally {
  await service.stop()
}
console.table(rows)
const failed = rows.filter((row) => row.result !== 'completed once').length
console.log(
  `${rows.length - failed} of ${rows.length} completed once, with a whole chain and valid signatures`,
)
process.exitCode = failed > 0 ? 1 : 0

async function killOnce(client: Client, round: number): Promise<Record<string, string | number>> {
  const whole = round % 2 === 0
  const document = await client.upload(
    buildPdf({ pages: [{ mediaBox: [0, 0, 595, 842], text: `Round ${round}` }] }),
    'a.pdf',
  )
  const sent = await client.send(document.id, people, { type: 'parallel' })
  await Promise.all(sent.signers.map(({ signing_url, name }) => client.sign(signing_url!, name)))
  const afterMilliseconds = Math.floor(Math.random() * 400)
  await sleep(afterMilliseconds)
  service.kill(whole ? '' : 'scripts/worker.ts')
  const start = Date.now()
  if (whole) await service.start()
  const result = await judge(client, sent).catch((error: Error) => error.message)
  return {
    killed: whole ? 'the whole tree' : 'the worker',
    'after (ms)': afterMilliseconds,
    'completed after (ms)': Date.now() - start,
    result,
  }
}

async function judge(client: Client, { id }: SentProcess): Promise<string> {
  await client.completed(id, 60)
  const trail = (await client.json(`/signature-processes/${id}/audit-trail`)) as {
    data: { chain_valid: boolean; events: { type: string }[] }
  }
  const count = (type: string) => trail.data.events.filter((event) => event.type === type).length
  if (!trail.data.chain_valid) return 'the chain is broken'
  if (count('process.completed') !== 1) return `completed ${count('process.completed')} times`
  if (count('signature.completed') !== people.length) return `signed ${count('signature.completed')} times`
  const { signatures } = await verifyPdf(
    await client.download(`/signature-processes/${id}/download-signed-pdf`),
  )
  if (signatures.length !== people.length + 2) return `${signatures.length} signatures in the file`
  return signatures.every((signature) => signature.valid) ? 'completed once' : 'a signature is not valid'
}
