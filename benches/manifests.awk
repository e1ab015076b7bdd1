# Generates random old manifests: documents of several removed kinds, and some of current ones.
# usage: awk -v bytes=50000000 -v seed=1 [-v folder=DIR] -f manifests.awk
# Writes one stream to standard output, or a file for each document into DIR, which must exist.
# Every awk computes with doubles, in which this random generator is exact: the same seed gives the same bytes.
function chance(n) { state = state * 16807 % 2147483647; return state % n }
function pick(words,   some, n) { n = split(words, some, " "); return some[1 + chance(n)] }
function add(text) { document = document text "\n" }

function head(version, kind) {
    serial++
    name = pick("web api worker cache shop cart search mail") "-" serial
    document = ""
    add("apiVersion: " version "\nkind: " kind "\nmetadata:\n  name: " name)
    add("  namespace: " pick("shop billing search infra default"))
    add("  labels:\n    app: " name "\n    tier: " pick("front back data"))
    if (chance(2)) add("  annotations:\n    example.com/owner: \"team " chance(40) "\"\n    example.com/checksum: \"" state "\"")
}

function container(i, indent,   j) {
    add(indent "- name: c" i "\n" indent "  image: \"registry.example.com/" name ":1." chance(90) "." chance(20) "\"")
    if (chance(3) == 0) add(indent "  args: [\"--port=8080\", \"--log-level\", " pick("info debug warn") "]")
    add(indent "  ports:\n" indent "  - containerPort: " 8000 + chance(999) "\n" indent "    name: http")
    add(indent "  env:")
    for (j = chance(8); j >= 0; j--) {
        add(indent "  - name: SETTING_" j)
        if (chance(3)) add(indent "    value: \"" pick("yes no 12:30 0644 https://example.com/?q=1") "\"")
        else add(indent "    valueFrom:\n" indent "      secretKeyRef:\n" indent "        name: " name "\n" indent "        key: k" j)
    }
    add(indent "  resources:\n" indent "    requests:\n" indent "      cpu: " 50 * (1 + chance(20)) "m")
    add(indent "      memory: " 64 * (1 + chance(16)) "Mi")
    if (chance(2)) {
        add(indent "  livenessProbe:\n" indent "    httpGet:\n" indent "      path: /healthz\n" indent "      port: http")
        add(indent "    initialDelaySeconds: " chance(60))
    }
    add(indent "  volumeMounts:\n" indent "  - name: config\n" indent "    mountPath: /etc/" name)
}

function template(indent,   i) {
    add(indent "template:\n" indent "  metadata:\n" indent "    labels:\n" indent "      app: " name "\n" indent "  spec:\n" indent "    containers:")
    for (i = chance(3); i >= 0; i--) container(i, indent "    ")
    add(indent "    volumes:\n" indent "    - name: config\n" indent "      configMap:\n" indent "        name: " name "\n" indent "        defaultMode: 0440")
    if (chance(2)) add(indent "    nodeSelector:\n" indent "      disktype: ssd")
}

function ingress(   i) {
    head("extensions/v1beta1", "Ingress")
    add("spec:\n  rules:")
    for (i = 1 + chance(4); i > 0; i--)
        add("  - host: " name i ".example.com\n    http:\n      paths:\n      - path: /v" i "\n        backend:\n          serviceName: " name "\n          servicePort: " pick("http 80 8080"))
}

function config(   i, j) {
    head("v1", "ConfigMap")
    add("data:")
    for (i = 1 + chance(3); i > 0; i--) {
        add("  file" i ".conf: |")
        for (j = 5 + chance(30); j > 0; j--) add("    " pick("listen timeout upstream header limit") " = " pick("on off 30s unlimited") " # line " j)
    }
}

function scaler() {
    head("autoscaling/v1", "HorizontalPodAutoscaler")
    add("spec:\n  minReplicas: 2\n  maxReplicas: " 3 + chance(20))
    add("  scaleTargetRef:\n    apiVersion: extensions/v1beta1\n    kind: Deployment\n    name: " name)
    add("  targetCPUUtilizationPercentage: " 50 + chance(40))
}

function manifest(   which) {
    which = chance(20)
    if (which < 8) {
        head(pick("extensions/v1beta1 apps/v1beta1 apps/v1beta2"), "Deployment")
        add("spec:\n  replicas: " 1 + chance(9) "\n  selector:\n    matchLabels:\n      app: " name)
        template("  ")
    } else if (which < 10) {
        head("apps/v1beta1", "StatefulSet")
        add("spec:\n  serviceName: " name "\n  selector:\n    matchLabels:\n      app: " name)
        template("  ")
    } else if (which < 12) {
        head("batch/v1beta1", "CronJob")
        add("spec:\n  schedule: \"" chance(60) " * * * *\"\n  jobTemplate:\n    spec:")
        template("      ")
        add("          restartPolicy: OnFailure")
    } else if (which < 14) ingress()
    else if (which < 15) scaler()
    else if (which < 16) {
        head("policy/v1beta1", "PodDisruptionBudget")
        add("spec:\n  minAvailable: " pick("1 50% 2") "\n  selector:\n    matchLabels:\n      app: " name)
    } else if (which < 17) {
        head("v1", "Service")
        add("spec:\n  selector:\n    app: " name "\n  ports:\n  - name: http\n    port: 80\n    targetPort: http")
    } else config()
}

BEGIN {
    for (state = seed + 1; written < bytes; written += length(document) + 4) {
        manifest()
        if (folder == "") printf "%s---\n", document
        else {
            file = folder "/" sprintf("%06d", serial) ".yaml"
            printf "%s", document > file
            close(file)
        }
    }
}
