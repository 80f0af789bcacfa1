import { parseOptions } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { cost, hashPassword, nobodysHash, passwordMatches } from './password.ts'
import { passwordFault } from './password-rules.ts'

const ada = { email: 'ada.lovelace@engine.example', name: 'Ada Lovelace', tenantName: 'Analytical Society' }
const fault = (password: string) => passwordFault(password, ada)

describe('passwordFault', () => {
  it('wants 12 to 128 characters, counted as a person counts', () => {
    expect(fault('short-one-1')).toMatch(/12 to 128/)
    expect(fault('trumpet-okra')).toBeNull()
    expect(fault(`quorum ${'x1y2z3w4'.repeat(15)}x`)).toBeNull()
    expect(fault(`quorum ${'x1y2z3w4'.repeat(15)}xy`)).toMatch(/12 to 128/)
    expect(fault('🦊🐢🦉🐝🦋')).toMatch(/12 to 128/)
  })

  it.each([
    'password1234',
    'Password2024!',
    'P@ssw0rd12345',
    'passwordpassword',
    'administrator',
    'Administrator1',
    'letmein123456',
    'WelcomeHello1',
    'iloveyou12345',
    'Iloveyousomuch',
    'qwertyuiopas',
    'poiuytrewq123',
    '1q2w3e4r5t6y',
    '1qaz2wsx3edc',
    '123456789012',
    '987654321098',
    'abcdefghijklm',
    'aaaaaaaaaaaa',
    '121212121212',
    'abc123abc123abc',
    'xyz!xyz!xyz!',
    'correcthorsebatterystaple',
    'ｐａｓｓｗｏｒｄ１２３４',
  ])('refuses %s as one of the most common', (password) => {
    expect(fault(password)).toMatch(/most common/)
  })

  it.each([
    'adalovelace1815',
    'Ada Lovelace 1815',
    'ada.lovelace@engine.example',
    '1ada.lovelace@engine.example!',
    'engineengine12',
    'AnalyticalSociety!',
    'Paraph1234567',
    'paraphparaph1',
  ])('refuses %s as personal', (password) => {
    expect(fault(password)).toMatch(/your name/)
  })

  it.each([
    'correct-horse-battery-9',
    'a-long-password-12345',
    'test-password-123',
    'Sup3r-Secret-Passw0rd!',
    'welcome to the reading room',
    'tangerine orbit 41',
    '密码学是有趣的学问之一二三四',
    'f7Kq2mZ9pLx4',
  ])('takes %s', (password) => {
    expect(fault(password)).toBeNull()
  })
})

describe('hashPassword', () => {
  it('makes argon2id hashes that only the password opens', async () => {
    const hash = await hashPassword('tangerine orbit 41')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await passwordMatches(hash, 'tangerine orbit 41')).toBe(true)
    expect(await passwordMatches(hash, 'tangerine orbit 42')).toBe(false)
    expect(await hashPassword('tangerine orbit 41')).not.toBe(hash)
  })

  it('knows a password however its accents were typed', async () => {
    const hash = await hashPassword('crème brûlée à midi')
    expect(await passwordMatches(hash, 'crème brûlée à midi'.normalize('NFD'))).toBe(true)
  })

  it('does the same work for nobody, and says no', async () => {
    const { algorithm, memoryCost, timeCost, parallelism } = parseOptions(nobodysHash)
    expect({ algorithm, memoryCost, timeCost, parallelism }).toEqual(cost)
    expect(await passwordMatches(null, 'tangerine orbit 41')).toBe(false)
  })
})
