import { expect, it } from 'vitest'
import { apiQuery, listQuery } from './api-query.ts'

it('has the path of its operation, with parameters that cannot be read as another path', () => {
  expect(apiQuery([], 'GET /documents/{id}', { path: { id: 7 } }).path).toBe('/documents/7')
  expect(apiQuery([], 'GET /signing/{token}', { path: { token: 'a/b?c' } }).path).toBe('/signing/a%2Fb%3Fc')
})

it('has a query without members that are empty', () => {
  const query = { search: 'Möller & Söhne', folder_id: undefined, per_page: 20 }
  expect(apiQuery([], 'GET /documents', { query }).path).toBe(
    '/documents?search=M%C3%B6ller+%26+S%C3%B6hne&per_page=20',
  )
})

it('asks for twenty rows of a list, or for as many as are shown', () => {
  expect(listQuery([], 'GET /documents', { state: { page: '2' } }).path).toBe('/documents?page=2&per_page=20')
  expect(
    listQuery(['webhooks'], 'GET /webhooks/{id}/logs', { path: { id: 7 }, state: {}, rows: 5 }),
  ).toMatchObject({
    path: '/webhooks/7/logs?per_page=5',
    queryKey: ['webhooks', {}, 5],
  })
})
