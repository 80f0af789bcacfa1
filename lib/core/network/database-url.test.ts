import { afterEach, expect, test, vi } from 'vitest'
import { parseDatabaseUrl } from './database-url.ts'

afterEach(() => void vi.unstubAllEnvs())

test.each([
  [
    'postgres://u:p@db.example/x',
    { host: 'db.example', port: 5432, user: 'u', password: 'p', database: 'x' },
  ],
  ['postgresql://u@db.example:6432/x', { port: 6432, password: '', ssl: false, settings: {} }],
  ['postgres://a%40b:p%25%2F@h/Pr%C3%B6d%401', { user: 'a@b', password: 'p%/', database: 'Pröd@1' }],
  ['postgres://u@[::1]:5433/x', { host: '::1', port: 5433 }],
  [
    'postgres://u@%2Frun%2Fpostgresql:5433/x?sslmode=require',
    { host: '/run/postgresql', port: 5433, ssl: false },
  ],
  ['postgres:///x?host=/run/postgresql&port=5433', { host: '/run/postgresql', port: 5433, settings: {} }],
  [
    'postgres://h/x?connect_timeout=5&target_session_attrs=primary&application_name=a&options=-c%20b%3D1',
    { settings: { application_name: 'a', options: '-c b=1' } },
  ],
])('reads %s', (url, expected) => {
  expect(parseDatabaseUrl(url)).toMatchObject(expected)
})

test.each([
  ['postgres://h', 'must name a database'],
  ['postgres://h/', 'must name a database'],
  ['postgres://a,b/x', 'must name one host'],
  ['postgres:///x?host=a,b', 'must name one host'],
  ['postgres://h/x?port=1,2', 'must have a number as port'],
  ['postgres://u:p%@h/x', 'must be a URL in which %25 stands for each %'],
  ['postgres://h/50%', 'must be a URL in which %25 stands for each %'],
  ['postgres://h/x?user=u', 'must have user, password and database before the ?'],
  ['postgres://h/x?password=p', 'must have user, password and database before the ?'],
  ['postgres://h/x?dbname=y', 'must have user, password and database before the ?'],
  ['postgres://h/x?database=y', 'must have user, password and database before the ?'],
  ['postgres://h/x?ssl=true', 'must have the parameter sslmode in place of ssl'],
  ['postgres://h/x?sslmode=prefer', 'must have disable, require, verify-ca or verify-full as sslmode'],
  ['postgres://h/x?sslmode=no-verify', 'must have disable, require, verify-ca or verify-full as sslmode'],
  ['postgres://h/x?sslmode=verify-ca', 'must name the file of the root certificate in sslrootcert'],
  ['postgres://h/x?sslmode=require&sslrootcert=system', 'must have sslmode=verify-full'],
  ['postgres://h/x?sslmode=verify-full&sslrootcert=/nowhere/ca.pem', 'must name a PEM file that can be read'],
  ['postgres://h/x?sslrootcert=/proc/self/status', 'must name a PEM file that can be read'],
])('refuses %s: it %s', (url, message) => {
  expect(() => parseDatabaseUrl(url)).toThrow(message)
})

test.each([
  [{ PGSSLMODE: 'require' }, 'postgres://h/x', { rejectUnauthorized: false }],
  [{ PGSSLMODE: 'require' }, 'postgres://h/x?sslmode=disable', false],
  [{ PGSSLMODE: 'disable', PGSSL: '1' }, 'postgres://h/x?sslrootcert=system', { host: 'h' }],
  [{ PGSSLMODE: 'prefer' }, 'postgres://%2Frun/x', false],
  [{ PGSSLROOTCERT: 'system' }, 'postgres://h/x', { host: 'h' }],
  [{ PGSSLROOTCERT: '/nowhere/ca.pem' }, 'postgres://h/x?sslrootcert=system', { host: 'h' }],
  [{ PGSSLMODE: '', PGSSLROOTCERT: '' }, 'postgres://h/x', false],
  [{ PGSSL: 'require' }, 'postgres://h/x?sslmode=verify-full', { host: 'h' }],
])('with %o, %s has the TLS %o', (variables, url, ssl) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  expect(parseDatabaseUrl(url).ssl).toEqual(ssl)
})

test.each([
  [{ PGSSLMODE: 'prefer' }, 'must have disable, require, verify-ca or verify-full as sslmode (or PGSSLMODE)'],
  [{ PGSSLROOTCERT: '/nowhere/ca.pem' }, 'in sslrootcert (or PGSSLROOTCERT)'],
  [{ PGSSL: 'require' }, 'must have the parameter sslmode in place of the variable PGSSL'],
])('with %o refuses a URL without TLS parameters', (variables, message) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  expect(() => parseDatabaseUrl('postgres://h/x')).toThrow(message)
})
