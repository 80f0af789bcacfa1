/** Measures the time from the last `sign` to `completed`, over the API of a complete service. */
import { Client } from '../client.ts'
import { Service } from '../service.ts'

const runs = 20
const warmUps = 3

/** Prints the table. */
export async function benchCompletion(): Promise<void> {
  const { buildPdf } = await import('#lib/pdf/fixtures/build')
  const pages = Array.from({ length: 10 }, () => ({
    mediaBox: [0, 0, 595, 842] as [number, number, number, number],
  }))
  const document = buildPdf({ pages })
  const service = await Service.start()
  try {
    const client = await Client.signUp(service.url)
    const times: number[] = []
    for (let run = 0; run < warmUps + runs; run++) {
      const { id } = await client.upload(document, 'lease.pdf')
      const sentProcess = await client.send(id, ['Zoë Ångström'])
      const link = await client.findLink(sentProcess.id, sentProcess.signers[0]!.id)
      await client.sign(link, 'Zoë Ångström')
      const start = performance.now()
      await client.completed(sentProcess.id)
      if (run >= warmUps) times.push(performance.now() - start)
    }
    times.sort((a, b) => a - b)
    console.log(
      'From the response of the last POST …/sign until completed: signer’s revision, seal, evidence, vault\n',
    )
    console.table([
      {
        file: '10 pages',
        'median (ms)': times[runs / 2]!.toFixed(0),
        'slowest of 20 (ms)': times.at(-1)!.toFixed(0),
      },
    ])
  } finally {
    await service.stop()
  }
}
