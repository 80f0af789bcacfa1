import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { moveClock } from '#lib/core/clock'
import { verifyStamp } from '#lib/pades/time-stamps/time-stamp-verify'
import { openStamper, type StampServer } from '#lib/testing/servers/stamper'
import { timeStamp } from './time-stamping.ts'

const bytes = new TextEncoder().encode('the value of a signature')
const digest = createHash('sha256').update(bytes).digest()

let first: StampServer
let second: StampServer
let urls: string[]
beforeEach(async () => {
  first = await openStamper()
  second = await openStamper()
  urls = [first.url, second.url]
})
afterEach(() => {
  first.close()
  second.close()
})

const requestCounts = () => [first.requests.length, second.requests.length]

it('a time stamp comes from the first authority; the others get no request', async () => {
  expect(verifyStamp(await timeStamp(urls, digest), bytes).faults).toEqual([])
  expect(first.requests).toMatchObject([
    { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
  ])
  expect(first.requests[0]!.authorization).toBeUndefined()
  expect(requestCounts()).toEqual([1, 0])
})

it.each([
  ['ada:l%C3%A9%3Ase', 'ada:lé:se'],
  ['%41da:', 'Ada:'],
  [':token', ':token'],
  ['a%zz:b', 'a%zz:b'],
])('sends an authority the user name and password of its URL, %s', async (urlLogin, login) => {
  await timeStamp([first.url.replace('http://', `http://${urlLogin}@`)], digest)
  expect(first.requests[0]!.authorization).toBe(`Basic ${Buffer.from(login).toString('base64')}`)
})

it.each([
  ['is busy', (response, answer) => response.writeHead(503).end(answer)],
  ['has moved', (response) => response.writeHead(302, { location: second.url }).end()],
  ['closes the connection', (response) => response.destroy()],
  ['responds with HTML', (response) => response.end('<html>')],
  [
    'responds with too many bytes',
    (response, answer) => response.end(Buffer.concat([answer, Buffer.alloc(70_000)])),
  ],
  ['never responds', () => {}],
] satisfies [string, Parameters<StampServer['respondWith']>[0]][])(
  'a time stamp comes from the next authority when the first %s; for five minutes it is tried last',
  async (_failure, reaction) => {
    first.respondWith(reaction)
    for (let stamps = 0; stamps < 3; stamps++) {
      expect(verifyStamp(await timeStamp(urls, digest), bytes).faults).toEqual([])
    }
    expect(requestCounts()).toEqual([1, 3])
    moveClock(301_000)
    first.respondWith()
    await timeStamp(urls, digest)
    expect(requestCounts()).toEqual([2, 3])
  },
  10_000,
)

it('a time stamp is an error when no authority responds', async () => {
  for (const stamper of [first, second]) stamper.respondWith((response) => response.destroy())
  const stamp = timeStamp([...urls, 'http://127.0.0.1:1/'], digest)
  await expect(stamp).rejects.toMatchObject({ name: 'PadesError', code: 'no_time_stamp' })
  expect(requestCounts()).toEqual([1, 1])
})
