/** A drawing of a document that is being signed. */
export function SignedPageDrawing() {
  return (
    <svg
      viewBox="28 24 364 482"
      className="on-page w-full"
      role="img"
      aria-label="A document with a signature"
    >
      <rect x="34" y="30" width="352" height="470" rx="2" className="fill-page stroke-rule" />
      <g className="stroke-ink" strokeLinecap="round" opacity="0.85">
        <path d="M78 84h132" strokeWidth="7" />
      </g>
      <g className="stroke-rule-strong" strokeWidth="3" strokeLinecap="round" opacity="0.6">
        <path d="M78 122h264M78 140h250M78 158h258M78 176h190" />
        <path d="M78 212h264M78 230h244M78 248h260M78 266h120" />
        <path d="M78 302h252M78 320h264M78 338h96" />
      </g>
      <g fill="none" strokeWidth="1.5">
        <rect x="78" y="378" width="150" height="58" className="fill-accent-wash stroke-accent" />
        <rect
          x="252"
          y="400"
          width="90"
          height="36"
          className="fill-danger-wash stroke-danger"
          strokeDasharray="4 3"
        />
      </g>
      <path
        d="M96 424c6-20 14-40 21-52 5-8 12-6 9 3-3 8-14 17-22 18 10-2 16 0 15 8-1 9-2 13 4 12 8-2 12-14 19-14 6 0-4 13 3 14 8 1 13-14 20-13 5 1-3 11 3 13 9 2 16-12 24-11 4 1-1 8 4 9 9 2 22-6 40-16-30 24-104 34-150 33-22 0-30-4-25-8 8-6 74-12 178-9"
        className="draw-once stroke-signer"
        fill="none"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        pathLength="1"
      />
    </svg>
  )
}
