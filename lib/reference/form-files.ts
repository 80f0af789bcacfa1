/** The file of a multipart body. */
interface FormFile {
  description: string
  contentTypes: string[]
  /** The name of a file in the example requests. */
  example: string
}

const pdf: FormFile = { description: 'The PDF.', contentTypes: ['application/pdf'], example: 'lease.pdf' }
const pictures = ['image/png', 'image/jpeg']

const formFiles: Record<string, FormFile> = {
  '/api/v1/account/logo': { description: 'The PNG.', contentTypes: ['image/png'], example: 'logo.png' },
  '/api/v1/account/seal': {
    description: 'The PKCS#12 file.',
    contentTypes: ['application/x-pkcs12'],
    example: 'seal.p12',
  },
  '/api/v1/documents': {
    description: 'A PDF, PNG or JPEG; with LibreOffice also a DOCX, ODT or HTML file.',
    contentTypes: [
      ...pdf.contentTypes,
      ...pictures,
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.oasis.opendocument.text',
      'text/html',
    ],
    example: 'lease.pdf',
  },
  '/api/v1/signing/{token}/attachments/{field}': {
    description: 'A PDF, a PNG of at most 40 megapixels or a JPEG of at most 250.',
    contentTypes: [...pdf.contentTypes, ...pictures],
    example: 'passport.pdf',
  },
  '/api/v1/verify': pdf,
  '/api/v1/verify/differences': pdf,
  '/api/v1/verify/report': pdf,
}

/** The file of the multipart body at this path. @throws Error when it is not described */
export function getFormFile(path: string): FormFile {
  const file = formFiles[path]
  if (!file) throw new Error(`Missing description of the file: ${path}.`)
  return file
}
