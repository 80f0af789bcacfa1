import { describe, expect, it } from 'vitest'
import { safePath } from './sign-in.ts'

const HERE = 'https://paraph.example'

describe('where to go after signing in', () => {
  it.each(['/overview', '/processes/7?tab=trail#end', '/templates'])('%s is a local path', (path) => {
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
  ])('%j is not followed', (path) => {
    expect(new URL(safePath(path), HERE).origin).toBe(HERE)
    expect(safePath(path)).toBe('/overview')
  })
})
