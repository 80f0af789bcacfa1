import { expect, it } from 'vitest'
import { z } from 'zod'
import { embeddingInput } from './embedding.ts'

const parse = (...origins: string[]) => z.object(embeddingInput).safeParse({ embed_origins: origins })

it('keeps origins as browsers compare them, each once', () => {
  const input = parse(
    'https://App.example.com/path',
    ' https://app.example.com:443 ',
    'http://localhost:3000/',
  )
  expect(input.data).toEqual({ embed_origins: ['https://app.example.com', 'http://localhost:3000'] })
})

it.each([
  'app.example.com',
  'http://app.example.com',
  'https://*',
  'https://*.example.com',
  'https://a;report-uri',
  'https://a,b',
  "https://'none'",
  'javascript:alert(1)',
  '',
])('refuses %s', (origin) => {
  expect(parse('https://app.example.com', origin).success).toBe(false)
})
