import { expect, it } from 'vitest'
import { reference } from '../../app/api/v1/reference.ts'
import { postmanCollection } from './postman.ts'

it('the Postman collection has every operation, with what it needs', async () => {
  const document = await reference()
  const requests = postmanCollection(document).item.flatMap(({ item }) => item.map(({ request }) => request))
  const operations = Object.entries(document.paths!).flatMap(([path, item]) =>
    Object.keys(item).map(
      (method) => `${method.toUpperCase()} {{baseUrl}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    ),
  )
  expect(requests.map(({ method, url }) => `${method} ${url.raw}`).sort()).toEqual(operations.sort())
  for (const { url } of requests)
    expect(url.variable.map(({ key }) => `:${key}`)).toEqual(url.path.filter((part) => part.startsWith(':')))
  const find = (name: string) =>
    requests.find(({ method, url }) => `${method} ${url.path.join('/')}` === name)!
  const upload = find('POST api/v1/documents')
  expect(upload.body).toMatchObject({ mode: 'formdata' })
  expect(upload.body!.formdata).toContainEqual(
    expect.objectContaining({ key: 'file', type: 'file', disabled: false }),
  )
  expect(JSON.parse(find('POST api/v1/signature-processes').body!.raw!)).toMatchObject({ name: 'Lease' })
  expect(find('POST api/v1/auth/login').auth).toEqual({ type: 'noauth' })
  expect(find('GET api/v1/documents').auth).toBeUndefined()
})
