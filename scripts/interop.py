"""Verifies the signatures of PDF files with pyHanko; prints one line of JSON per file. Called by interop.ts."""

import json
import logging
import sys

from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.diff_analysis import SuspiciousModification
from pyhanko.sign.validation import validate_pdf_signature, validate_pdf_timestamp
from pyhanko_certvalidator import ValidationContext

logging.disable(logging.CRITICAL)


def roots_of(signature):
    """The self-issued certificates that a signature contains: its own authority, trusted here."""
    certificates = [signature.signer_cert, *signature.other_embedded_certs]
    return [certificate for certificate in certificates if certificate.self_issued]


def judge(signature):
    context = ValidationContext(trust_roots=roots_of(signature), allow_fetching=False)
    if signature.sig_object_type == "/DocTimeStamp":
        status = validate_pdf_timestamp(signature, context)
    else:
        status = validate_pdf_signature(signature, context)
    diff = status.diff_result
    level = getattr(status, "modification_level", None)
    return {
        "field": signature.field_name,
        "signer": signature.signer_cert.subject.native.get("common_name", ""),
        "intact": bool(status.intact and status.valid),
        "trusted": bool(status.trusted),
        "coverage": status.coverage.name,
        "changes": level.name if level is not None else "NONE",
        # The status of a document time stamp lacks this member.
        "permitted": bool(signature.summarise_integrity_info()["docmdp_ok"]),
        "error": str(diff) if isinstance(diff, SuspiciousModification) else None,
    }


def guarded(signature):
    try:
        return judge(signature)
    except Exception as error:  # any error is a verdict: none ends the run
        return {
            "field": signature.field_name,
            "signer": "",
            "intact": False,
            "trusted": False,
            "coverage": "",
            "changes": "",
            "permitted": False,
            "error": f"{type(error).__name__}: {error}",
        }


for path in sys.argv[1:]:
    try:
        with open(path, "rb") as handle:
            reader = PdfFileReader(handle, strict=False)
            signatures = [guarded(signature) for signature in reader.embedded_signatures]
        print(json.dumps({"file": path, "signatures": signatures}), flush=True)
    except Exception as error:
        message = f"{type(error).__name__}: {error}"
        print(json.dumps({"file": path, "signatures": [], "error": message}), flush=True)
