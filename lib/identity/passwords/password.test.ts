import { parseOptions } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { englishMessage } from '#lib/messages/english'
import { cost, dummyHash, hashPassword, passwordMatches } from './password.ts'
import { passwordError } from './password-rules.ts'

const ada = { email: 'ada.lovelace@engine.example', name: 'Ada Lovelace', tenantName: 'Analytical Society' }
async function errorFor(password: string): Promise<string | null> {
  const error = await passwordError(password, ada)
  return error && englishMessage(error)
}

/** The 100 most used passwords of 12 characters or more among ten million breached ones. */
const breached = `
  123qweasdzxc 1qaz2wsx3edc q1w2e3r4t5y6 1q2w3e4r5t6y Mailcreated5240 qazwsxedcrfv 123456qwerty
  qwerty123456 Sojdlg123aljg qwertyqwerty 123456654321 PolniyPizdec0211 leavemealone gfhjkmgfhjkm
  qazwsxedc123 ghjcnjgfhjkm zxcasdqwe123 ghhh47hj7649 sonyericsson 123456789qwe 1qazxsw23edc qwerasdfzxcv
  123456789987654321 123456123456 112233445566 websolutions qweasdzxc123 chickenwing101 unbelievable
  flvbybcnhfnjh 123321123321 ghbdtnrfrltkf 1qaz2wsx3edc4rfv 123456789123456789 finalfantasy contortionist
  123qwe123qwe newproject2004 justinbieber businessbabe administrator needforspeed 123456789123
  scandinavian maurolarastefy domainlock2005 momsanaladventure Hd764nW5d7E1vb1 123456789012 supernatural
  qazwsxedcrfvtgb counterstrike professional ghjcnjghjcnj dkflbvbhjdbx admin18533362 vfvfvskfhfve
  polniypizdec0211 fkmnthyfnbdf qazxswedcvfr 23176djivanfros 123456789qwerty 111111111111 zaq1xsw2cde3
  dkflbvbhjdyf 123456789abc 1111111111zz whosyourdaddy qwertyasdfgh 541233432442 123456789qaz ghbdtnghbdtn
  12345678900987654321 123123123123 intelligence 010203040506 vanyarespekt fktrcfylhjdbx
  12345678901234567890 102030405060 fktrcfylhjdyf devilmaycry4 combat123654 89231243658s 123456789qqq
  transformers chesterfield 123123qweqwe SaUn24865709 qwertyytrewq qwerty123456789 q1w2e3r4t5y6u7
  password1234 123qwe456rty 1234567890qw zQjphsyf6ctifgu jamesbond007 iseedeadpeople international
  aaaaaaaaaaaa
`
  .split(/\s+/)
  .filter(Boolean)

describe('passwordError', () => {
  it('requires 12 to 128 characters, counted as graphemes', async () => {
    expect(await errorFor('short-one-1')).toMatch(/12 to 128/)
    expect(await errorFor('trumpet-okra')).toBeNull()
    expect(await errorFor(`quorum ${'x1y2z3w4'.repeat(15)}x`)).toBeNull()
    expect(await errorFor(`quorum ${'x1y2z3w4'.repeat(15)}xy`)).toMatch(/12 to 128/)
    expect(await errorFor('🦊🐢🦉🐝🦋')).toMatch(/12 to 128/)
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
  ])('refuses %s as a common password', async (password) => {
    expect(await errorFor(password)).toMatch(/most common/)
  })

  it('refuses at least 95 of 100 breached passwords in upper case', async () => {
    expect(breached).toHaveLength(100)
    const errors = await Promise.all(breached.map((password) => errorFor(password.toUpperCase())))
    expect(errors.filter(Boolean).length).toBeGreaterThanOrEqual(95)
  })

  it('checks the longest passwords even with many possible substitutions', async () => {
    expect(await errorFor('p4$$w0rd'.repeat(16))).not.toBeNull()
    expect(await errorFor('4@8({[</369&#!1/|0$5+7%2'.repeat(5))).toBeNull()
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
  ])('refuses %s as personal', async (password) => {
    expect(await errorFor(password)).toMatch(/your name/)
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
  ])('accepts %s', async (password) => {
    expect(await errorFor(password)).toBeNull()
  })
})

describe('hashPassword', () => {
  it('returns Argon2id hashes that match only the password', async () => {
    const hash = await hashPassword('tangerine orbit 41')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await passwordMatches(hash, 'tangerine orbit 41')).toBe(true)
    expect(await passwordMatches(hash, 'tangerine orbit 42')).toBe(false)
    expect(await hashPassword('tangerine orbit 41')).not.toBe(hash)
  })

  it('accepts a password in any Unicode normalization', async () => {
    const hash = await hashPassword('crème brûlée à midi')
    expect(await passwordMatches(hash, 'crème brûlée à midi'.normalize('NFD'))).toBe(true)
  })

  it('passwordMatches does the same work without a hash and returns false', async () => {
    const { algorithm, memoryCost, timeCost, parallelism } = parseOptions(dummyHash)
    expect({ algorithm, memoryCost, timeCost, parallelism }).toEqual(cost)
    expect(await passwordMatches(null, 'tangerine orbit 41')).toBe(false)
  })
})
