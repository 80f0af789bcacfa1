import { openSigningService } from '#lib/testing/servers/signing-service'
import { makeCertificateChain, makeCertificateFiles } from '#lib/testing/values/certificate-files'
import { Client } from '../../scripts/client.ts'
import { expect, test } from '../support/fixtures.ts'
import { sendAndFind } from '../support/links.ts'
import { connectToApi } from '../support/records.ts'
import { adopt, expectAccessible } from '../support/signer.ts'

/** The rights that send a process and disclose its links. */
const scopes = ['documents:read', 'documents:write', 'processes:read', 'processes:write', 'signing-links']
const zone = { type: 'signature', page: 1, x: 60, width: 160, height: 40 }

test('signatures of a provider are confirmed there or with a PIN, and embedded', async ({
  page,
  openPhone,
  signUp,
  baseURL,
}) => {
  const admin = await signUp(page)
  const { authority } = await makeCertificateChain('P-256')
  const files = (name: string) => makeCertificateFiles(name, { issuer: authority })
  const [iris, ola] = [`iris.${admin.email}`, `ola.${admin.email}`]
  const pin = { type: 'Password', id: 'PIN', format: 'N', label: 'Signature PIN' }
  const service = await openSigningService({
    iris: { userId: iris, files: await files('Iris Quist'), mode: 'oauth2code' },
    ola: {
      userId: ola,
      files: await files('Ola Berg'),
      mode: 'explicit',
      objects: [pin],
      values: { PIN: '4711' },
    },
  })

  await page.goto('/settings/signing-service')
  await page.getByLabel('Address').fill('https://169.254.169.254/csc/v2')
  await page.getByLabel('Client ID').fill(service.clientId)
  await page.getByLabel('Client secret').fill(service.clientSecret)
  await page.getByRole('button', { name: 'Save signing service' }).click()
  await expect(page.getByText('This address is not on the public Internet.')).toBeVisible()
  await page.getByLabel('Address').fill(service.url)
  await page.getByRole('button', { name: 'Save signing service' }).click()
  await expect(page.getByText('Saved.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('City Trust Services answers (version 2.0.0.2).')).toBeVisible()
  await expectAccessible(page)

  const api = await connectToApi(baseURL, admin)
  const key = await api.post('/api/v1/api-keys', { data: { name: 'Sender', scopes } })
  const client = new Client(baseURL ?? '', (await key.json()).key)
  const { process, links } = await sendAndFind(client, {
    signers: [
      { name: 'Iris Quist', email: iris, signature_level: 'advanced' },
      { name: 'Ola Berg', email: ola, signature_level: 'advanced' },
    ],
    fields: [
      { ...zone, y: 600 },
      { ...zone, y: 700, signer_index: 1 },
    ],
  })
  const signer = await openPhone()

  async function signByHand(link: string, name: string) {
    await signer.goto(link)
    await signer.getByRole('button', { name: 'Add your signature' }).first().tap()
    await adopt(signer, { text: name })
    await signer.getByRole('button', { name: 'Review and sign' }).tap()
    await signer.getByRole('checkbox', { name: 'I agree' }).tap()
    await signer.getByRole('button', { name: 'Sign', exact: true }).tap()
    await expect(
      signer.getByRole('heading', { name: 'One step left: confirm your signature.' }),
    ).toBeVisible()
  }
  const continueToProvider = () =>
    signer.getByRole('button', { name: 'Continue to City Trust Services' }).tap()

  await signByHand(links[0]!, 'Iris Quist')
  await expect(signer.getByText('Your certificate: Iris Quist, issued by City Authority')).toBeVisible()
  await expectAccessible(signer)
  await continueToProvider()
  await signer.getByRole('link', { name: 'Decline' }).tap()
  await expect(signer.getByText('You have declined at City Trust Services.')).toBeVisible()
  await continueToProvider()
  await signer.getByRole('link', { name: 'Confirm' }).tap()
  await expect(signer.getByRole('heading', { name: /You have signed/ })).toBeVisible({ timeout: 30_000 })

  await signByHand(links[1]!, 'Ola Berg')
  await signer.getByLabel('Signature PIN').fill('1234')
  await signer.getByRole('button', { name: 'Confirm signature' }).tap()
  await expect(signer.getByText('City Trust Services does not accept this.')).toBeVisible()
  await expectAccessible(signer)
  await signer.getByLabel('Signature PIN').fill('4711')
  await signer.getByRole('button', { name: 'Confirm signature' }).tap()
  await expect(signer.getByRole('link', { name: 'Download' })).toBeVisible({ timeout: 30_000 })

  await page.goto(`/processes/${process.id}`)
  await expect(page.getByText('Ola Berg confirmed the signature with the provider')).toBeVisible()
  await api.dispose()
  service.close()
})
