package main

import (
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/pem"
	"math/big"
	"math/rand"
	"slices"
	"strings"

	certificates "k8s.io/api/certificates/v1beta1"
	internal "k8s.io/kubernetes/pkg/apis/certificates/v1beta1"
)

// The default signer of a certificate request.
func init() { area("signers", recordSigners) }

var (
	clientUsages  = []certificates.KeyUsage{"digital signature", "key encipherment", "client auth"}
	servingUsages = []certificates.KeyUsage{"digital signature", "key encipherment", "server auth"}
)

func recordSigners(r *recorder) {
	add := func(text string, usages []certificates.KeyUsage) {
		spec := &certificates.CertificateSigningRequestSpec{Request: []byte(text), Usages: usages}
		in := map[string]any{"request": text, "usages": usages}
		r.add("a_request_is_for_the_signer_of_its_kind", in, internal.DefaultSignerNameFromSpec(spec))
	}
	for _, usages := range usagesOfRequests() {
		add(pemText(nodeRequest().der()), usages)
		add(pemText(serverRequest().der()), usages)
	}
	for _, request := range oddRequests() {
		add(pemText(request.der()), clientUsages)
		add(pemText(request.der()), servingUsages)
	}
	for _, text := range oddPEM(pemText(nodeRequest().der())) {
		add(text, clientUsages)
	}
	random := rand.New(rand.NewSource(1))
	damagedRequests(nodeRequest().der(), random, func(der []byte) { add(pemText(der), clientUsages) })
	damagedRequests(serverRequest().der(), random, func(der []byte) { add(pemText(der), servingUsages) })
}

func usagesOfRequests() [][]certificates.KeyUsage {
	return [][]certificates.KeyUsage{
		clientUsages, servingUsages, nil, {},
		{"digital signature", "client auth"}, {"client auth", "digital signature", "client auth"},
		{"digital signature", "server auth"}, {"key encipherment", "client auth"}, {"client auth"}, {"server auth"},
		{"digital signature", "key encipherment"}, {"digital signature", "client auth", "server auth"},
		{"digital signature", "key encipherment", "client auth", "any"}, {"Digital Signature", "client auth"},
	}
}

// text is a value of a name: a tag and its bytes.
type text struct {
	tag   int
	value string
}

// request contains the parts of a certificate request.
type request struct {
	organizations []text
	names         []text
	key           any
	alternatives  []asn1.RawValue
	extensions    []pkix.Extension
	attributes    []any
}

type keyInfo struct {
	Algorithm pkix.AlgorithmIdentifier
	Key       asn1.BitString
}

func nodeRequest() request {
	return request{
		organizations: []text{{asn1.TagPrintableString, "system:nodes"}},
		names:         []text{{asn1.TagUTF8String, "system:node:a"}},
		key:           edKey(),
	}
}

func serverRequest() request {
	request := nodeRequest()
	request.alternatives = []asn1.RawValue{host("a.example.com"), other(7, "\x0a\x00\x00\x01")}
	return request
}

func host(name string) asn1.RawValue { return other(2, name) }

func other(tag int, value string) asn1.RawValue {
	return asn1.RawValue{Class: asn1.ClassContextSpecific, Tag: tag, Bytes: []byte(value)}
}

func edKey() keyInfo {
	key := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)).Public().(ed25519.PublicKey)
	return bitsKey(asn1.ObjectIdentifier{1, 3, 101, 112}, asn1.RawValue{}, key)
}

func bitsKey(id asn1.ObjectIdentifier, parameters asn1.RawValue, key []byte) keyInfo {
	return keyInfo{pkix.AlgorithmIdentifier{Algorithm: id, Parameters: parameters}, asn1.BitString{Bytes: key, BitLength: 8 * len(key)}}
}

func marshal(value any) []byte { return must(asn1.Marshal(value)) }

func raw(value any) asn1.RawValue { return asn1.RawValue{FullBytes: marshal(value)} }

func setOf(values ...asn1.RawValue) asn1.RawValue {
	var all []byte
	for _, value := range values {
		all = append(all, marshal(value)...)
	}
	return asn1.RawValue{Tag: asn1.TagSet, IsCompound: true, Bytes: all}
}

// der returns the request, with a signature that is not verified.
func (r request) der() []byte {
	var subject []asn1.RawValue
	pair := func(kind int, value text) {
		oid := asn1.ObjectIdentifier{2, 5, 4, kind}
		subject = append(subject, setOf(raw(struct {
			Kind  asn1.ObjectIdentifier
			Value asn1.RawValue
		}{oid, asn1.RawValue{Tag: value.tag, Bytes: []byte(value.value)}})))
	}
	for _, organization := range r.organizations {
		pair(10, organization)
	}
	for _, name := range r.names {
		pair(3, name)
	}
	extensions := slices.Clone(r.extensions)
	if r.alternatives != nil {
		extensions = append(extensions, pkix.Extension{Id: asn1.ObjectIdentifier{2, 5, 29, 17}, Critical: true, Value: marshal(r.alternatives)})
	}
	var attributes []byte
	if extensions != nil {
		attributes = marshal(attribute{asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 14}, setOf(raw(extensions))})
	}
	for _, other := range r.attributes {
		attributes = append(attributes, marshal(other)...)
	}
	return marshal(struct {
		Info struct {
			Version    int
			Subject    []asn1.RawValue
			Key        any
			Attributes asn1.RawValue
		}
		Algorithm pkix.AlgorithmIdentifier
		Signature asn1.BitString
	}{
		Info: struct {
			Version    int
			Subject    []asn1.RawValue
			Key        any
			Attributes asn1.RawValue
		}{0, subject, r.key, asn1.RawValue{Class: asn1.ClassContextSpecific, IsCompound: true, Bytes: attributes}},
		Algorithm: pkix.AlgorithmIdentifier{Algorithm: asn1.ObjectIdentifier{1, 3, 101, 112}},
		Signature: asn1.BitString{Bytes: []byte{1}, BitLength: 8},
	})
}

type attribute struct {
	Kind   asn1.ObjectIdentifier
	Values asn1.RawValue
}

// with returns requests that each have one of the changes.
func with(base request, changes ...func(*request)) []request {
	var all []request
	for _, change := range changes {
		changed := base
		change(&changed)
		all = append(all, changed)
	}
	return all
}

// oddRequests returns requests that differ from a valid one in one property each.
func oddRequests() []request {
	return slices.Concat(oddNames(), oddKeys(), oddExtensions())
}

func oddNames() []request {
	nodes := func(texts ...text) func(*request) { return func(r *request) { r.organizations = texts } }
	names := func(texts ...text) func(*request) { return func(r *request) { r.names = texts } }
	utf8 := func(value string) text { return text{asn1.TagUTF8String, value} }
	all := with(nodeRequest(),
		nodes(), nodes(utf8("system:nodes"), utf8("b")), nodes(utf8("system:nodes"), utf8("system:nodes")), nodes(utf8("system:node")), nodes(utf8("")),
		names(), names(utf8("system:node:")), names(utf8("system:node")), names(utf8("system:node:a"), utf8("b")), names(utf8("b"), utf8("system:node:a")),
		names(utf8("system:node:a"), text{asn1.TagOctetString, "b"}), names(text{asn1.TagUTF8String, "system:node:\xff"}),
	)
	wide := func(value string) string {
		var out strings.Builder
		for _, b := range []byte(value) {
			out.Write([]byte{0, b})
		}
		return out.String()
	}
	for _, value := range []text{
		{asn1.TagT61String, "system:nodes"}, {asn1.TagIA5String, "system:nodes"}, {asn1.TagNumericString, "12 "}, {asn1.TagGeneralString, "system:nodes"},
		{asn1.TagBMPString, wide("system:nodes")}, {asn1.TagBMPString, wide("system:nodes") + "\x00\x00"}, {asn1.TagBMPString, "\xd8\x00"},
		{asn1.TagBMPString, "\xfd\xd0"}, {asn1.TagBMPString, "\xff\xff"}, {asn1.TagBMPString, "\xff\xfd"}, {asn1.TagBMPString, "a"},
		{asn1.TagNumericString, "a"}, {asn1.TagPrintableString, "a*&b"}, {asn1.TagPrintableString, "a_b"}, {asn1.TagPrintableString, "a@b"}, {asn1.TagIA5String, "\xe9"},
		{asn1.TagT61String, "\xe9"}, {asn1.TagInteger, "\x01"}, {asn1.TagInteger, "\x00\x01"}, {asn1.TagInteger, ""}, {asn1.TagInteger, "\x01\x02\x03\x04\x05\x06\x07\x08"},
		{asn1.TagInteger, "\x01\x02\x03\x04\x05\x06\x07\x08\x09"}, {asn1.TagBoolean, "\x01"}, {asn1.TagBoolean, "\xff"}, {asn1.TagBitString, "\x01\x01"}, {asn1.TagBitString, "\x01\x02"},
		{asn1.TagBitString, ""}, {asn1.TagBitString, "\x08\x00"}, {asn1.TagBitString, "\x00"}, {asn1.TagBitString, "\x01"}, {asn1.TagOID, "\x2a"}, {asn1.TagOID, "\x80\x01"}, {asn1.TagOID, "\x81"}, {asn1.TagOID, ""},
		{asn1.TagOID, "\x87\xff\xff\xff\x7f"}, {asn1.TagOID, "\x88\x80\x80\x80\x00"}, {asn1.TagOID, "\x81\x80\x80\x80\x80\x00"}, {asn1.TagNull, "x"},
	} {
		all = append(all, with(nodeRequest(), nodes(value), nodes(utf8("system:nodes"), value), names(value, utf8("system:node:a")))...)
	}
	return all
}

func oddKeys() []request {
	key := func(key any) func(*request) { return func(r *request) { r.key = key } }
	rsa := asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, 1}
	dsa := asn1.ObjectIdentifier{1, 2, 840, 10040, 4, 1}
	null := asn1.RawValue{FullBytes: asn1.NullBytes}
	numbers := func(values ...int64) []byte {
		var all []*big.Int
		for _, value := range values {
			all = append(all, big.NewInt(value))
		}
		return marshal(all)
	}
	edwards := edKey().Key.Bytes
	all := with(nodeRequest(),
		key(bitsKey(rsa, null, numbers(35, 3))), key(bitsKey(rsa, asn1.RawValue{}, numbers(35, 3))), key(bitsKey(rsa, null, numbers(35))), key(bitsKey(rsa, null, numbers(0, 3))),
		key(bitsKey(rsa, null, numbers(-1, 3))), key(bitsKey(rsa, null, numbers(35, 0))), key(bitsKey(rsa, null, numbers(35, -1))), key(bitsKey(rsa, null, numbers(35, 3, 1))),
		key(bitsKey(rsa, raw(1), numbers(35, 3))), key(bitsKey(rsa, null, []byte("\x30\x07\x02\x02\x00\x05\x02\x01\x03"))), key(bitsKey(rsa, null, append(numbers(35, 3), 1))),
		key(bitsKey(dsa, raw([]int{1, 2, 3}), marshal(4))), key(bitsKey(dsa, raw([]int{1, 2}), marshal(4))), key(bitsKey(dsa, raw([]int{1, 2, 0}), marshal(4))),
		key(bitsKey(dsa, raw([]int{1, 2, 3}), marshal(-4))), key(bitsKey(dsa, raw([]int{1, -2, 3}), marshal(4))), key(bitsKey(dsa, null, marshal(4))),
		key(bitsKey(asn1.ObjectIdentifier{1, 3, 101, 112}, null, edwards)), key(bitsKey(asn1.ObjectIdentifier{1, 3, 101, 112}, asn1.RawValue{}, edwards[1:])),
		key(bitsKey(asn1.ObjectIdentifier{1, 3, 101, 110}, asn1.RawValue{}, edwards)), key(bitsKey(asn1.ObjectIdentifier{1, 3, 101, 110}, null, edwards)),
		key(bitsKey(asn1.ObjectIdentifier{1, 3, 101, 110}, asn1.RawValue{}, edwards[1:])), key(bitsKey(asn1.ObjectIdentifier{1, 2, 3}, null, nil)),
	)
	ecdsa := asn1.ObjectIdentifier{1, 2, 840, 10045, 2, 1}
	curves := map[string]elliptic.Curve{
		"1.3.132.0.33": elliptic.P224(), "1.2.840.10045.3.1.7": elliptic.P256(), "1.3.132.0.34": elliptic.P384(), "1.3.132.0.35": elliptic.P521(),
	}
	for _, id := range []asn1.ObjectIdentifier{{1, 3, 132, 0, 33}, {1, 2, 840, 10045, 3, 1, 7}, {1, 3, 132, 0, 34}, {1, 3, 132, 0, 35}} {
		curve := curves[id.String()].Params()
		point := elliptic.Marshal(curves[id.String()], curve.Gx, curve.Gy)
		packed := elliptic.MarshalCompressed(curves[id.String()], curve.Gx, curve.Gy)
		all = append(all, with(nodeRequest(), key(bitsKey(ecdsa, raw(id), point)), key(bitsKey(ecdsa, raw(id), packed)), key(bitsKey(ecdsa, raw(id), point[1:])), key(bitsKey(ecdsa, raw(id), nil)),
			key(bitsKey(ecdsa, null, point)), key(bitsKey(ecdsa, asn1.RawValue{}, point)), key(bitsKey(ecdsa, raw(asn1.ObjectIdentifier{1, 3, 132, 0, 10}), point)))...)
	}
	return all
}

func oddExtensions() []request {
	alternatives := func(values ...asn1.RawValue) func(*request) {
		return func(r *request) { r.alternatives = append([]asn1.RawValue{}, values...) }
	}
	extension := func(last int, value string) func(*request) {
		return func(r *request) {
			r.extensions = append(r.extensions, pkix.Extension{Id: asn1.ObjectIdentifier{2, 5, 29, last}, Value: []byte(value)})
		}
	}
	attributes := func(values ...any) func(*request) { return func(r *request) { r.attributes = values } }
	wanted := asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 14}
	return append(with(nodeRequest(),
		alternatives(), alternatives(host("a")), alternatives(host("")), alternatives(host("\xe9")), alternatives(other(7, "abcd")), alternatives(other(7, "abc")),
		alternatives(other(7, "0123456789abcdef")), alternatives(other(1, "a@b")), alternatives(host("a"), other(1, "a@b")), alternatives(other(1, "\xe9")),
		alternatives(other(6, "https://a")), alternatives(host("a"), other(6, "spiffe://a/b")), alternatives(other(6, ":")), alternatives(other(4, "x")),
		alternatives(host("a"), other(0, "x"), other(8, "\x2a")), alternatives(host("a"), other(40, "x")), extension(17, ""), extension(17, "\x30\x00\x01"), extension(17, "\x31\x00"),
		extension(17, "\x30\x80\x00\x00"), extension(15, "\x03\x02\x05\xa0"), extension(99, "junk"), attributes(attribute{asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 7}, setOf(raw("secret"))}),
		attributes(1, "x"), attributes(attribute{wanted, setOf()}), attributes(attribute{wanted, setOf(raw(1))}), attributes(attribute{wanted, raw(1)}),
		attributes(attribute{wanted, setOf(raw([]int{1}))}), attributes(attribute{wanted, setOf(raw([]pkix.Extension{}), raw(1))}), attributes(asn1.RawValue{Tag: 40, Bytes: nil}),
	), with(serverRequest(),
		extension(17, "\x30\x00"), extension(15, "\x03\x02\x05\xa0"),
		attributes(attribute{wanted, setOf(raw([]pkix.Extension{{Id: asn1.ObjectIdentifier{2, 5, 29, 17}, Value: []byte("\x30\x00")}}))}),
		attributes(attribute{wanted, setOf(raw([]pkix.Extension{{Id: asn1.ObjectIdentifier{2, 5, 29, 18}, Value: []byte("\x30\x00")}}))}),
	)...)
}

func pemText(der []byte) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE REQUEST", Bytes: der}))
}

// oddPEM returns unusual forms of PEM.
func oddPEM(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	body := strings.Join(lines[1:len(lines)-2], "")
	begin, end := "-----BEGIN CERTIFICATE REQUEST-----", "-----END CERTIFICATE REQUEST-----"
	other := "-----BEGIN X-----\nAA==\n-----END X-----\n"
	broken := "-----BEGIN X-----\nA\n-----END X-----\n"
	return []string{
		"", "\n", "junk", text + text, other + text, broken + text, text + other, "junk\n" + text, "junk" + text, " " + text, "\r\n" + text,
		strings.ReplaceAll(text, "\n", "\r\n"), strings.ReplaceAll(text, "\n", "\r"), strings.ReplaceAll(text, "\n", " \t\n"), strings.ReplaceAll(text, "\n", "\n "), strings.TrimSuffix(text, "\n"),
		begin + "\n" + strings.ReplaceAll(body, "\n", "") + "\n" + end, begin + "\n" + body + end + " ", begin + "\n" + body + end + "x", begin + "\n" + body + end + "\nx",
		begin + " \n" + body + end, begin + "x\n" + body + end, begin + "\n" + end, begin + "\n\n" + end, begin + "\nA: b\n\n" + body + end, begin + "\nA: b\n" + body + end, begin + "\nA: b\n" + end + "\n" + text,
		begin + "\n" + body + "-----END OTHER-----", begin + "\n" + body, body + end, begin + "\n" + begin + "\n" + body + end, begin + "\n" + body + "\n\n" + end, begin + "\n" + body + "====\n" + end, begin + "\n" + body + "é\n" + end,
		strings.ReplaceAll(text, "CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST"), strings.ReplaceAll(text, "CERTIFICATE REQUEST", ""), strings.ReplaceAll(text, "CERTIFICATE REQUEST", "certificate request"), strings.ReplaceAll(text, "-----BEGIN", "----BEGIN"),
	}
}

// damagedRequests creates requests with a mistake at every byte.
func damagedRequests(der []byte, random *rand.Rand, each func([]byte)) {
	for at := range der {
		changed := slices.Clone(der)
		changed[at] ^= byte(1 << random.Intn(8))
		each(changed)
		changed = slices.Clone(der)
		changed[at] += byte(random.Intn(5)) - 2
		each(changed)
	}
	for range 100 {
		at := random.Intn(len(der))
		each(slices.Concat(der[:at], []byte{byte(random.Intn(256))}, der[at:]))
		each(slices.Concat(der[:at], der[at+1:]))
		each(der[:at])
	}
	each(append(slices.Clone(der), 0))
}
