/** Throughput by the numbers of web and worker processes. BENCH_SECONDS sets the length of one measurement. */
import { availableParallelism } from 'node:os'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { Client } from '../client.ts'
import { Load } from '../load.ts'
import { Service } from '../service.ts'
import { type Case, measureRounds, median } from './measure.ts'

const COUNTS = [
  { web: 1, worker: 1 },
  { web: 2, worker: 1 },
  { web: 1, worker: 2 },
  { web: 2, worker: 2 },
]
const CONNECTIONS = 16
const LOOPS = 8
const ROUNDS = 3
const ROUND_MILLISECONDS = 10_000 * Number(process.env.BENCH_SECONDS ?? 3)

/** Prints requests a second and completed processes a minute, and their ratios to those of one process of each kind. */
export async function benchProcesses(): Promise<void> {
  const services: Service[] = []
  try {
    const cases: Case[] = []
    for (const { web, worker } of COUNTS) {
      const service = await Service.start({
        WEB_PROCESSES: String(web),
        WORKER_PROCESSES: String(worker),
      })
      services.push(service)
      const client = await Client.signUp(service.url)
      const { id } = await client.upload(buildPdf(), 'lease.pdf')
      const headers = { authorization: `Bearer ${client.key}` }
      const name = String(services.length - 1)
      cases.push(
        { name: `page ${name}`, url: `${service.url}/login` },
        { name: `document ${name}`, url: `${service.url}/api/v1/documents/${id}`, headers },
      )
    }
    const requests = await measureRounds(cases, CONNECTIONS)
    const completed = await countCompleted(services)
    const compare = (figures: number[], index: number) =>
      `${figures[index]!.toFixed(0)} (${(figures[index]! / figures[0]!).toFixed(2)})`
    const perSecond = (kind: string) =>
      COUNTS.map((_, index) => median(requests.get(`${kind} ${index}`)!.map((round) => round.perSecond)))
    console.log(
      `\n${availableParallelism()} processors, which the load uses too; ${CONNECTIONS} connections\n`,
    )
    console.table(
      COUNTS.map(({ web, worker }, index) => ({
        'web processes': web,
        'worker processes': worker,
        'sign-in pages a second': compare(perSecond('page'), index),
        'get document a second': compare(perSecond('document'), index),
        'processes of two signers a minute': compare(completed, index),
      })),
    )
  } finally {
    for (const service of services) await service.stop()
  }
}

/** How many processes each service completes in a minute, measured in turn: the median. */
async function countCompleted(services: Service[]): Promise<number[]> {
  const figures = services.map(() => [] as number[])
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, service] of services.entries()) {
      const [startedAt, load] = [Date.now(), await Load.start(service.url, LOOPS)]
      await new Promise((resolve) => setTimeout(resolve, ROUND_MILLISECONDS))
      await load.stop()
      if (load.failures.length > 0) throw new Error(load.failures[0]!.reason)
      // The first round only warms up.
      if (round > 0) figures[index]!.push((load.signings.length * 60_000) / (Date.now() - startedAt))
    }
  }
  return figures.map((values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!)
}
