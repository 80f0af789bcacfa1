import { expect, test } from '../support/fixtures.ts'
import { connectToApi, create, upload } from '../support/records.ts'
import { adopt, sign, signingLink } from '../support/signer.ts'

test('a signer reads the document first, asks the sender, reports, and hands over to a colleague, who signs', async ({
  page,
  openPhone,
  baseURL,
  signUp,
  readMail,
}) => {
  test.slow()
  const sender = await signUp(page)
  const api = await connectToApi(baseURL, sender)
  const tag = crypto.randomUUID()
  const iris = { name: 'Iris Quist', email: `iris.${tag}@example.com` }
  const ola = { name: 'Ola Berg', email: `ola.${tag}@example.com` }
  const { id: document } = await upload(api, 'Lease')
  const process = await create(api, '/signature-processes', {
    name: 'Lease',
    documents: [{ id: document }],
    signers: [iris],
    options: { allow_delegation: true, enable_otp: false },
    fields: [
      { document_index: 0, signer_index: 0, type: 'name', page: 1, x: 60, y: 60, width: 200, height: 24 },
      { document_index: 0, signer_index: 0, type: 'text', page: 1, x: 60, y: 100, width: 200, height: 24 },
      {
        document_index: 0,
        signer_index: 0,
        type: 'signature',
        page: 1,
        x: 60,
        y: 150,
        width: 200,
        height: 50,
      },
    ],
    send: true,
  })

  const signer = await openPhone()
  const oldLink = signingLink(await readMail(iris.email, /Please sign/))
  await signer.goto(oldLink)
  await expect(signer.getByRole('article', { name: /^Page 1 of/ })).toBeVisible()
  const more = signer.getByRole('button', { name: 'More' })
  const choose = async (name: string) => {
    await more.tap()
    await signer.getByRole('menuitem', { name }).tap()
  }
  const file = /\/documents\/\d+\/file$/
  await signer.route(file, (route) =>
    route.fulfill({ status: 429, json: { error: { code: 'rate_limited' } } }),
  )
  await choose('Download the document')
  const notice = signer.getByRole('alert').filter({ hasText: 'Too many attempts' })
  await expect(notice).toBeVisible()
  await signer.unroute(file)
  const download = signer.waitForEvent('download')
  await choose('Download the document')
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
  await expect(notice).toBeHidden()
  await more.tap()
  // A menu listens to the keyboard once it has the focus.
  await expect(signer.getByRole('menu')).toBeFocused()
  await signer.keyboard.press('Escape')
  await expect(more).toBeFocused()

  // Also the first time, when their code is loaded, dialogs return the focus to the menu.
  const question = signer.getByRole('dialog', { name: 'Ask the sender a question' })
  for (const name of ['Ask the sender a question', 'Report abuse', 'Refuse to sign']) {
    await choose(name)
    await expect(signer.locator('[role=dialog], [role=alertdialog]')).toBeVisible()
    await signer.keyboard.press('Escape')
    await expect(more).toBeFocused()
  }
  await choose('Ask the sender a question')
  await question.getByRole('button', { name: 'Send question' }).tap()
  await expect(question.getByText('Enter a few words.')).toBeVisible()
  await question.getByLabel('Your question').fill('Is the cellar included?')
  const sendQuestion = question.getByRole('button', { name: 'Send question' })
  await signer.route('**/question', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal_error', message: '' } } }),
  )
  await sendQuestion.press('Enter')
  await expect(question.getByRole('alert')).toBeVisible()
  await expect(sendQuestion).toBeFocused()
  await signer.unroute('**/question')
  await sendQuestion.tap()
  await expect(question.getByRole('status')).toContainText('We have sent your question')
  await question.getByRole('button', { name: 'Close' }).last().tap()
  expect((await readMail(sender.email, /^Question/)).text).toContain('> Is the cellar included?')

  await choose('Report abuse')
  const report = signer.getByRole('dialog', { name: 'Report abuse' })
  await report.getByLabel('What is wrong?').fill('I do not know this sender.')
  await report.getByRole('button', { name: 'Send report' }).tap()
  await expect(report.getByRole('status')).toContainText('has been told')
  await report.getByRole('button', { name: 'Close' }).last().tap()

  await choose('Hand over to someone else')
  const handover = signer.getByRole('dialog', { name: 'Hand over to someone else' })
  await handover.getByRole('button', { name: 'Hand over', exact: true }).tap()
  await expect(handover.getByText('Enter an email address.')).toBeVisible()
  await handover.getByLabel('Name of the person').fill(ola.name)
  await handover.getByLabel('Email address').fill(iris.email)
  await handover.getByLabel('Why you are handing over').fill('She signs contracts.')
  await handover.getByRole('button', { name: 'Hand over', exact: true }).tap()
  await expect(handover.getByText(/This person cannot take your place/)).toBeVisible()
  await handover.getByLabel('Email address').fill(ola.email)
  await handover.getByRole('button', { name: 'Hand over', exact: true }).tap()
  await expect(signer.getByRole('heading', { name: 'You have handed this over.' })).toBeVisible()
  await expect(signer.getByText(/Ola Berg takes your place/)).toBeVisible()
  expect((await readMail(sender.email, /^Handed over/)).text).toContain('> She signs contracts.')

  await page.goto(`/processes/${process.id}`)
  await expect(
    page.getByText(`Handed over by Iris Quist (${iris.email}): “She signs contracts.”`),
  ).toBeVisible()
  await expect(page.getByText('Iris Quist handed over to Ola Berg')).toBeVisible()
  await expect(page.getByText('Iris Quist asked a question')).toBeVisible()

  const invitation = await readMail(ola.email, /Please sign/)
  expect(invitation.text).toContain('Iris Quist has handed this over to you')
  await signer.goto(signingLink(invitation))
  await signer.getByRole('button', { name: 'Start' }).tap()
  await expect(signer.getByRole('status').filter({ hasText: 'Field 2 of 3' })).toBeVisible()
  await signer.getByRole('button', { name: 'Previous field' }).tap()
  await expect(signer.getByRole('textbox', { name: /^Name/ })).toBeFocused()
  await expect(signer.getByRole('textbox', { name: /^Name/ })).toHaveValue(ola.name)
  await signer.getByRole('button', { name: 'Next field' }).tap()
  await signer.getByRole('textbox', { name: /^Text/ }).fill('Yes')
  await signer.getByRole('button', { name: 'Next field' }).tap()
  await signer.getByRole('button', { name: 'Add your signature', exact: true }).tap()
  await adopt(signer, { text: ola.name })
  await sign(signer)
  await expect(signer.getByRole('link', { name: 'Download', exact: true })).toBeVisible()
  await signer.goto(oldLink)
  await expect(signer.getByRole('heading', { name: 'You have handed this over.' })).toBeVisible()
  await api.dispose()
})
