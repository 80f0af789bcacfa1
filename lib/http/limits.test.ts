import { afterEach, describe, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { call } from '#lib/testing/service/call'
import { handleRequest } from './handle-request.ts'
import type { AddressLimit } from './limits.ts'

const limits = env().rateLimits
const originalLimits = { ...limits }
afterEach(() => {
  Object.assign(limits, originalLimits)
})

const limitedRoute = (limit: AddressLimit) => (request: Request) =>
  handleRequest(request, limit, async () => Response.json({ data: {} }))

/** The statuses of requests from these addresses, one after the other. */
async function statuses(addresses: string[], limit: AddressLimit = 'address'): Promise<number[]> {
  const responses = []
  for (const address of addresses) responses.push((await call(limitedRoute(limit), { address })).status)
  return responses
}

describe('the rate limit per address', () => {
  it('counts each IPv4 address separately, also when mapped into IPv6', async () => {
    limits.address = 2
    // cb00:7101 is 203.0.113.1 in hexadecimal.
    const sameClient = ['203.0.113.1', '::ffff:203.0.113.1', '203.0.113.1', '::ffff:cb00:7101']
    expect(await statuses(sameClient)).toEqual([200, 200, 429, 429])
    expect(await statuses(['203.0.113.2'])).toEqual([200])
  })

  it('counts an IPv6 address with its /64', async () => {
    limits.address = 2
    const sameClient = ['2001:db8:7:1::1', '2001:db8:7:1::2', '2001:db8:7:1:ffff::3']
    expect(await statuses(sameClient)).toEqual([200, 200, 429])
    expect(await statuses(['2001:db8:7:2::1'])).toEqual([200])
  })

  it('counts signing pages by their own limit', async () => {
    limits.signing = 1
    expect(await statuses(['2001:db8:8:1::1', '2001:db8:8:1::2'], 'signing')).toEqual([200, 429])
    expect(await statuses(['2001:db8:8:1::1'])).toEqual([200])
  })

  it('counts /verify by its own limit', async () => {
    limits.verify = 1
    expect(await statuses(['203.0.113.8', '203.0.113.8'], 'verify')).toEqual([200, 429])
    expect(await statuses(['203.0.113.8'])).toEqual([200])
  })

  it('counts /trust by its own limit', async () => {
    limits.trust = 1
    expect(await statuses(['203.0.113.9', '203.0.113.9'], 'trust')).toEqual([200, 429])
    expect(await statuses(['203.0.113.9'])).toEqual([200])
  })

  it('sends Retry-After and the rate-limit headers', async () => {
    limits.address = 1
    const [firstResponse, secondResponse] = [
      await requestFrom('2001:db8:9::1'),
      await requestFrom('2001:db8:9::2'),
    ]
    expect([firstResponse.status, firstResponse.headers.get('x-ratelimit-remaining')]).toEqual([200, '0'])
    expect([secondResponse.status, secondResponse.body.error.code]).toEqual([429, 'rate_limited'])
    expect(secondResponse.headers.get('retry-after')).toBe(secondResponse.headers.get('x-ratelimit-reset'))
  })

  it('is disabled by 0', async () => {
    limits.address = 0
    const response = await requestFrom('203.0.113.3')
    expect([response.status, response.headers.get('x-ratelimit-limit')]).toEqual([200, null])
  })
})

function requestFrom(address: string) {
  return call(limitedRoute('address'), { address })
}
