module apimachinery.example/facts

go 1.24
