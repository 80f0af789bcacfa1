'use client'

import SigningPageError from '../../[token]/error.tsx'

export default SigningPageError
