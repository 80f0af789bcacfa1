import { expect, it } from 'vitest'
import { webhookEvents } from '#lib/webhooks/rules'
import type { WebhookRecord } from '#lib/webhooks/schema'
import { eventName, eventsOf, eventTexts, placeOf } from './texts.tsx'

it.each([
  ['https://example.com', 'example.com'],
  ['https://example.com/', 'example.com'],
  ['https://example.com:8443/hooks/a?token=secret', 'example.com:8443/hooks/a'],
])('%s is called %s', (url, place) => {
  expect(placeOf(url)).toBe(place)
})

it('has a text for every event type and subscription', () => {
  expect(Object.keys(eventTexts).sort()).toEqual([...webhookEvents].sort())
  const text = (events: WebhookRecord['events']) => eventsOf({ events } as WebhookRecord)
  expect(text(['*'])).toBe('All events')
  expect(text(['process.completed', 'document.deleted'])).toBe('process.completed, document.deleted')
  expect([eventName('webhook.test'), eventName('process.completed')]).toEqual(['test', 'process.completed'])
})
