import { describe, expect, it } from 'vitest'
import { safePath } from './sign-in.ts'

const ORIGIN = 'https://paraph.example'

describe('safePath', () => {
  it.each(['/overview', '/processes/7?tab=trail#end', '/templates'])('keeps the local path %s', (path) => {
    expect(safePath(path)).toBe(path)
  })

  // Browsers drop tabs and line breaks from a URL, and read a backslash as a slash.
  it.each([
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/\t/elsewhere.example',
    '/\n/elsewhere.example',
    '/\r\\elsewhere.example',
    '\t//elsewhere.example',
    'https://elsewhere.example/',
    'javascript:alert(1)',
    '',
    undefined,
  ])('replaces %j, which is no path of this site', (path) => {
    expect(new URL(safePath(path), ORIGIN).origin).toBe(ORIGIN)
    expect(safePath(path)).toBe('/overview')
  })
})
