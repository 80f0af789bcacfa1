import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { verifyStamp } from '#lib/pades/cms-verify'
import { openStamper, type StampServer } from '#lib/testing/stamper'
import { timeStamp } from './time-stamping.ts'

const at = new Date('2026-03-01T12:00:00Z')
const bytes = new TextEncoder().encode('the value of a signature')

let first: StampServer
let second: StampServer
beforeAll(async () => {
  first = await openStamper(at)
  second = await openStamper(at)
})
afterEach(() => {
  for (const stamper of [first, second]) {
    stamper.reacts()
    stamper.asked.length = 0
  }
})
afterAll(() => {
  first.close()
  second.close()
})

it('is given by the first authority; the others are not asked', async () => {
  const token = await timeStamp([first.url, second.url], bytes)
  expect(verifyStamp(token, bytes)).toMatchObject({ faults: [], stampedAt: at })
  expect(first.asked).toMatchObject([
    { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
  ])
  expect([first.asked[0]!.authorization, second.asked]).toEqual([undefined, []])
})

it('tells an authority the name and password of its address', async () => {
  const url = first.url.replace('http://', 'http://ada:l%C3%A9%3Ase@')
  await timeStamp([url], bytes)
  const login = Buffer.from('ada:lé:se').toString('base64')
  expect(first.asked[0]!.authorization).toBe(`Basic ${login}`)
})

it.each([
  ['is busy', (response) => response.writeHead(503).end()],
  ['has moved', (response) => response.writeHead(302, { location: second.url }).end()],
  ['hangs up', (response) => response.destroy()],
  ['says something else', (response) => response.end('<html>')],
  ['talks without end', (response) => response.end(Buffer.alloc(70_000))],
] satisfies [string, Parameters<StampServer['reacts']>[0]][])(
  'is given by the next authority where one %s',
  async (_what, reaction) => {
    first.reacts(reaction)
    const token = await timeStamp([first.url, second.url], bytes)
    expect(verifyStamp(token, bytes).faults).toEqual([])
    expect([first.asked.length, second.asked.length]).toEqual([1, 1])
  },
)

it('is given by nobody where nobody answers', async () => {
  for (const stamper of [first, second]) stamper.reacts((response) => response.destroy())
  const refused = timeStamp([first.url, second.url, 'http://127.0.0.1:1/'], bytes)
  await expect(refused).rejects.toMatchObject({ name: 'PadesError', code: 'no_time_stamp' })
})
