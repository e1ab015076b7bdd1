//! Behavior of the code in `golden/<case>/expected`: each case is compiled as a module together with its hand-written
//! functions, then used to convert, default, read and write objects.

#![allow(dead_code, unreachable_pub, unused_imports, reason = "a test uses what it needs of a case")]

#[path = "../golden/conversion"]
mod conversion {
    include!("../golden/conversion/expected/apis.rs");

    mod behaviour;
}

#[path = "../golden/defaults"]
mod defaults {
    include!("../golden/defaults/expected/apis.rs");

    mod behaviour;
    mod functions;
}

#[path = "../golden/fields"]
mod fields {
    include!("../golden/fields/expected/apis.rs");

    mod behaviour;
}

#[path = "../golden/by_hand"]
mod by_hand {
    include!("../golden/by_hand/expected/apis.rs");

    mod behaviour;
    mod functions;
}

#[path = "../golden/in_place"]
mod in_place {
    include!("../golden/in_place/expected/apis.rs");

    mod behaviour;
    mod functions;
}

#[path = "../golden/peers"]
mod peers {
    include!("../golden/peers/expected/apis.rs");

    mod behaviour;
}

#[path = "../golden/preserve"]
mod preserve {
    include!("../golden/preserve/expected/apis.rs");

    mod behaviour;
}

#[path = "../golden/wire"]
mod wire {
    include!("../golden/wire/expected/apis.rs");

    mod behaviour;
}

#[path = "../golden/names"]
mod names {
    include!("../golden/names/expected/apis.rs");

    mod behaviour;
}

#[path = "../golden/declared"]
mod declared {
    include!("../golden/declared/expected/apis.rs");

    mod behaviour;
}

#[path = "../golden/texts"]
mod texts {
    include!("../golden/texts/expected/apis.rs");

    mod behaviour;
}

#[path = "../golden/transforms"]
mod transforms {
    include!("../golden/transforms/expected/apis.rs");

    mod behaviour;
}

#[path = "../golden/parts"]
mod parts {
    include!("../golden/parts/expected/apis.rs");

    mod behaviour;
}

#[path = "../golden/unions"]
mod unions {
    include!("../golden/unions/expected/apis.rs");

    mod behaviour;
}

#[path = "../golden/members"]
mod members {
    include!("../golden/members/expected/apis.rs");

    mod behaviour;
    mod functions;
}

#[path = "../golden/laboratory"]
mod laboratory {
    include!("../golden/laboratory/expected/apis.rs");

    mod behaviour;
    mod functions;
}

#[path = "../golden/stubs"]
#[allow(unused_variables, clippy::todo, reason = "the functions are exactly those that the build script prints")]
mod stubs {
    include!("../golden/stubs/expected/apis.rs");

    #[rustfmt::skip]
    mod functions {
        pub mod store {
            pub mod internal {
                pub mod conversion;
            }
            pub mod v1 {
                pub mod defaults;
            }
            pub mod v1beta1 {
                pub mod conversion;
                pub mod defaults;
            }
        }
    }
}
