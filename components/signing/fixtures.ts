import type { Signing, SigningField } from './shapes.ts'

let lastId = 0

export function field(input: Partial<SigningField>): SigningField {
  lastId += 1
  return {
    id: lastId,
    document_id: 1,
    signer_id: 7,
    type: 'text',
    page: 1,
    x: 50,
    y: 50,
    width: 120,
    height: 20,
    required: true,
    label: null,
    placeholder: null,
    value: null,
    options: [],
    read_only: false,
    auto: false,
    imported: false,
    validation: {},
    condition: null,
    formula: null,
    editable: false,
    layout: {},
    attachment: null,
    ...input,
  }
}

export function signing(fields: SigningField[], input: Partial<Signing['signer']> = {}): Signing {
  const signer: Signing['signer'] = {
    id: 7,
    name: 'Ana María Moreau',
    email: 'ana@example.org',
    role: 'signer',
    status: 'notified',
    locale: 'en',
    ...input,
  }
  const page = { number: 1, width: 595, height: 842, rotation: 0 as const }
  const document = (id: number) => ({
    id,
    name: `Document ${id}`,
    page_count: 1,
    pages: [page],
    deleted_at: null,
  })
  return {
    process: {
      id: 1,
      name: 'Lease',
      message: null,
      status: 'sent',
      sealing: false,
      seal_blocked: false,
      preparation: 0,
      sender: { name: 'Camille Roux', email: 'camille@example.org' },
      expires_at: null,
      redirect_url: null,
      signature_kinds: ['drawn', 'typed', 'uploaded'],
      locale: 'en',
      test_mode: false,
      allow_delegation: false,
      allow_download_first: true,
      enable_notifications: true,
    },
    signer,
    signers: [{ id: signer.id, name: signer.name, role: signer.role, status: signer.status }],
    documents: [document(2), document(1)],
    fields,
    consent: { version: '1', text: 'I agree.' },
    confirmation: null,
    draft: null,
    otp: {
      required: false,
      verified: false,
      method: null,
      destination: null,
      code_sent: false,
      attempts_left: null,
      next_code_seconds: 0,
      locked: false,
    },
    tenant: { name: 'Maison Roux', logo_url: null, color: null },
  }
}
