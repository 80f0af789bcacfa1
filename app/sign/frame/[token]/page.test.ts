import { expect, it } from 'vitest'
import { addSeconds, now } from '#lib/core/clock'
import { ENDED_FRAME, type FrameSession, writeFrameSession } from '#lib/signing/frame/frame-session'
import Page from './page.tsx'

it.each<[string, Omit<FrameSession, 'token'>, string | undefined]>([
  ['in a frame', { origins: ['https://a.example'] }, undefined],
  ['on the device of a host', { origins: [], inPerson: 'host' }, '/sign/in-person/host'],
  ['on a phone', { origins: [], place: 'in_person' }, undefined],
])('a session %s that has ended is shown where it was opened', async (_, session, handBackUrl) => {
  const token = writeFrameSession({ token: 'x', ...session }, addSeconds(now(), -1))
  const { props } = await Page({ params: Promise.resolve({ token }) })
  expect(props).toMatchObject({ token, origins: session.origins })
  expect(props.handBackUrl).toBe(handBackUrl)
})

it('a text that is no session is shown anywhere, as one that has ended', async () => {
  const { props } = await Page({ params: Promise.resolve({ token: 'x'.repeat(43) }) })
  expect(props).toEqual({ token: ENDED_FRAME, origins: ['*'] })
})
