import eu.europa.esig.dss.diagnostic.DiagnosticData;
import eu.europa.esig.dss.diagnostic.SignatureWrapper;
import eu.europa.esig.dss.diagnostic.TimestampWrapper;
import eu.europa.esig.dss.enumerations.SubIndication;
import eu.europa.esig.dss.enumerations.TimestampType;
import eu.europa.esig.dss.model.FileDocument;
import eu.europa.esig.dss.model.x509.CertificateToken;
import eu.europa.esig.dss.simplereport.SimpleReport;
import eu.europa.esig.dss.spi.validation.CommonCertificateVerifier;
import eu.europa.esig.dss.spi.x509.CommonTrustedCertificateSource;
import eu.europa.esig.dss.validation.SignedDocumentValidator;
import eu.europa.esig.dss.validation.reports.Reports;
import java.io.File;
import java.io.FileInputStream;
import java.io.InputStream;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Judges the signatures of PDF files with DSS of the European Commission; prints one line of JSON per file, as interop.py
 * does. Arguments: a PEM file with the roots to trust, or - for none; then the files. Environment: DSS_POLICY.
 */
public class InteropDss {
  public static void main(String[] args) throws Exception {
    var trusted = new CommonTrustedCertificateSource();
    if (!args[0].equals("-"))
      try (InputStream pem = new FileInputStream(args[0])) {
        for (var certificate : CertificateFactory.getInstance("X.509").generateCertificates(pem))
          trusted.addCertificate(new CertificateToken((X509Certificate) certificate));
      }
    for (String path : List.of(args).subList(1, args.length)) {
      var verdict = new LinkedHashMap<String, Object>();
      verdict.put("file", path);
      verdict.put("signatures", List.of());
      try {
        verdict.put("signatures", judge(path, trusted));
      } catch (Exception | LinkageError error) {
        verdict.put("error", error.getClass().getSimpleName() + ": " + error.getMessage());
      }
      System.out.println(toJson(verdict));
    }
  }

  static List<Map<String, Object>> judge(String path, CommonTrustedCertificateSource trusted) {
    var verifier = new CommonCertificateVerifier();
    verifier.setTrustedCertSources(trusted);
    verifier.setAIASource(null);
    var validator = SignedDocumentValidator.fromDocument(new FileDocument(path));
    validator.setCertificateVerifier(verifier);
    String policy = System.getenv("DSS_POLICY");
    Reports reports = policy == null ? validator.validateDocument() : validator.validateDocument(new File(policy));
    SimpleReport simple = reports.getSimpleReport();
    DiagnosticData data = reports.getDiagnosticData();
    var signatures = new ArrayList<Map<String, Object>>();
    for (SignatureWrapper signature : data.getSignatures()) signatures.add(describe(signature, simple));
    for (TimestampWrapper stamp : data.getTimestampList())
      if (stamp.getType() == TimestampType.DOCUMENT_TIMESTAMP) signatures.add(describe(stamp, simple));
    return signatures;
  }

  static Map<String, Object> describe(SignatureWrapper signature, SimpleReport simple) {
    String id = signature.getId();
    var certificate = signature.getSigningCertificate();
    var scopes = signature.getSignatureScopes();
    SubIndication reason = simple.getSubIndication(id);
    var item = new LinkedHashMap<String, Object>();
    item.put("field", signature.getFirstFieldName());
    item.put("signer", certificate == null ? "" : certificate.getCommonName());
    item.put("level", String.valueOf(signature.getSignatureFormat()).replace("PAdES-BASELINE-", ""));
    item.put("indication", simple.getIndication(id) + (reason == null ? "" : " " + reason));
    item.put("intact", signature.isSignatureIntact() && signature.isSignatureValid());
    item.put("trusted", signature.isTrustedChain());
    item.put("coverage", scopes.isEmpty() ? "" : String.valueOf(scopes.get(0).getScope()));
    item.put("changes", changes(signature));
    // Under a policy that demands it, a change that DocMDP or FieldMDP forbids is a failure of the format.
    item.put("permitted", reason != SubIndication.FORMAT_FAILURE);
    item.put("error", reason == SubIndication.FORMAT_FAILURE ? String.valueOf(messages(simple, id)) : null);
    item.put("warnings", warnings(simple, id));
    return item;
  }

  static Map<String, Object> describe(TimestampWrapper stamp, SimpleReport simple) {
    String id = stamp.getId();
    var certificate = stamp.getSigningCertificate();
    SubIndication reason = simple.getSubIndication(id);
    var item = new LinkedHashMap<String, Object>();
    item.put("field", "document time stamp");
    item.put("signer", certificate == null ? "" : certificate.getCommonName());
    item.put("level", "");
    item.put("indication", simple.getIndication(id) + (reason == null ? "" : " " + reason));
    item.put("intact", stamp.isMessageImprintDataIntact() && stamp.isSignatureIntact());
    item.put("trusted", stamp.isTrustedChain());
    item.put("coverage", "");
    item.put("changes", "NONE");
    item.put("permitted", true);
    item.put("error", null);
    return item;
  }

  static List<String> messages(SimpleReport simple, String id) {
    return simple.getAdESValidationErrors(id).stream().map(message -> message.getValue()).toList();
  }

  static List<String> warnings(SimpleReport simple, String id) {
    return simple.getAdESValidationWarnings(id).stream().map(message -> message.getValue()).toList();
  }

  /** The highest level of the changes in later revisions, by the names of pyHanko. */
  static String changes(SignatureWrapper signature) {
    if (!signature.arePdfModificationsDetected()) return "NONE";
    if (!signature.getPdfUndefinedChanges().isEmpty()) return "OTHER";
    if (!signature.getPdfAnnotationChanges().isEmpty()) return "ANNOTATIONS";
    if (!signature.getPdfSignatureOrFormFillChanges().isEmpty()) return "FORM_FILLING";
    return "LTA_UPDATES";
  }

  static String toJson(Object value) {
    if (value instanceof Map<?, ?> map) {
      var members = map.entrySet().stream().map(e -> toJson(e.getKey()) + ":" + toJson(e.getValue())).toList();
      return "{" + String.join(",", members) + "}";
    }
    if (value instanceof List<?> list)
      return "[" + String.join(",", list.stream().map(InteropDss::toJson).toList()) + "]";
    if (value instanceof String text) {
      String escaped = text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("[\\x00-\\x1f]", " ");
      return "\"" + escaped + "\"";
    }
    return String.valueOf(value);
  }
}
