"""Judges the signatures of PDF files with pyHanko; prints one line of JSON per file. Called by interop.ts.

Arguments: a PEM file with the roots to trust, or - for the roots that each signature contains; then the files.
"""

import asyncio
import json
import logging
import sys

from pyhanko.keys import load_certs_from_pemder
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.diff_analysis import SuspiciousModification
from pyhanko.sign.validation import validate_pdf_signature, validate_pdf_timestamp
from pyhanko.sign.validation.ades import ades_basic_validation, ades_lta_validation
from pyhanko.sign.validation.dss import DocumentSecurityStore
from pyhanko.sign.validation.errors import NoDSSFoundError
from pyhanko.sign.validation.policy_decl import (
    PdfSignatureValidationSpec,
    RevinfoOnlineFetchingRule,
    RevocationInfoGatheringSpec,
    SignatureValidationSpec,
)
from pyhanko_certvalidator import ValidationContext
from pyhanko_certvalidator.context import CertValidationPolicySpec
from pyhanko_certvalidator.policy_decl import (
    NO_REVOCATION,
    REQUIRE_REVINFO,
    CertRevTrustPolicy,
)
from pyhanko_certvalidator.registry import SimpleTrustManager

logging.disable(logging.CRITICAL)

anchor, *paths = sys.argv[1:]
anchors = [] if anchor == "-" else list(load_certs_from_pemder([anchor]))


def roots_of(signature):
    """The roots to trust: those that are given, or the self-issued certificates in the signature and the DSS."""
    certificates = [signature.signer_cert, *signature.other_embedded_certs]
    try:
        store = DocumentSecurityStore.read_dss(signature.reader)
        certificates += store.load_certs()
    except NoDSSFoundError:
        pass
    return anchors or [certificate for certificate in certificates if certificate.self_issued]


def has_time_stamp(signature):
    attributes = signature.signer_info["unsigned_attrs"]
    return "signature_time_stamp_token" in [item["type"].native for item in attributes]


def has_revocation_data(reader):
    try:
        store = DocumentSecurityStore.read_dss(reader)
    except NoDSSFoundError:
        return False
    return bool(store.crls or store.ocsps)


def level_of(signature, reader):
    """The baseline level as the structure of the file shows it (EN 319 142-1, 6.1)."""
    if signature.sig_object_type == "/DocTimeStamp":
        return ""
    if signature.sig_object.get("/SubFilter") != "/ETSI.CAdES.detached":
        return "not PAdES"
    stamps = [
        stamp
        for stamp in reader.embedded_timestamp_signatures
        if stamp.signed_revision > signature.signed_revision
    ]
    if not has_time_stamp(signature) and not stamps:
        return "B"
    if not has_revocation_data(reader):
        return "T"
    return "LTA" if stamps else "LT"


def indication_of(signature, roots, level):
    """Status indication and sub-indication of EN 319 102-1."""
    rule = REQUIRE_REVINFO if level in ("LT", "LTA") else NO_REVOCATION
    spec = SignatureValidationSpec(
        cert_validation_policy=CertValidationPolicySpec(
            trust_manager=SimpleTrustManager.build(roots),
            revinfo_policy=CertRevTrustPolicy(rule),
        ),
        revinfo_gathering_policy=RevocationInfoGatheringSpec(
            online_fetching_rule=RevinfoOnlineFetchingRule.LOCAL_ONLY
        ),
    )
    # The validation for the long term demands a time stamp.
    if level == "B":
        digest = signature.compute_digest()
        validation = ades_basic_validation(signature.signed_data, spec, raw_digest=digest)
    else:
        validation = ades_lta_validation(signature, PdfSignatureValidationSpec(spec))
    result = asyncio.run(validation)
    return f"{result.ades_subindic.status.name} {result.ades_subindic.standard_name}"


def judge(signature, reader):
    roots = roots_of(signature)
    context = ValidationContext(trust_roots=roots, allow_fetching=False)
    is_stamp = signature.sig_object_type == "/DocTimeStamp"
    validate = validate_pdf_timestamp if is_stamp else validate_pdf_signature
    status = validate(signature, context)
    diff = status.diff_result
    modification = getattr(status, "modification_level", None)
    level = level_of(signature, reader)
    return {
        "field": signature.field_name,
        "signer": signature.signer_cert.subject.native.get("common_name", ""),
        "level": level,
        "indication": "" if is_stamp else indication_of(signature, roots, level),
        "intact": bool(status.intact and status.valid),
        "trusted": bool(status.trusted),
        "coverage": status.coverage.name,
        "changes": modification.name if modification is not None else "NONE",
        # The status of a document time stamp lacks this member.
        "permitted": bool(signature.summarise_integrity_info()["docmdp_ok"]),
        "error": str(diff) if isinstance(diff, SuspiciousModification) else None,
    }


def guarded(signature, reader):
    try:
        return judge(signature, reader)
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


for path in paths:
    try:
        with open(path, "rb") as handle:
            reader = PdfFileReader(handle, strict=False)
            signatures = [guarded(signature, reader) for signature in reader.embedded_signatures]
        print(json.dumps({"file": path, "signatures": signatures}), flush=True)
    except Exception as error:
        message = f"{type(error).__name__}: {error}"
        print(json.dumps({"file": path, "signatures": [], "error": message}), flush=True)
