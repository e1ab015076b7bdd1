//! Functions of rbac.authorization.k8s.io that the definitions cannot express.

pub(crate) mod v1alpha1 {
    pub(crate) mod conversion {
        use crate::apis::rbac::{internal, v1alpha1};
        use crate::conversion::{Error, Scope};
        use crate::field::Str;
        use crate::schema::GroupVersion;

        const GROUP: &str = "rbac.authorization.k8s.io";
        const VERSION: &str = "rbac.authorization.k8s.io/v1alpha1";

        /// Sets the group of a known kind. The group of other kinds is parsed from their version, if possible.
        ///
        /// The user `*` means all authenticated users, who are a group in later versions.
        pub(crate) fn subject_to_hub(
            from: &mut v1alpha1::Subject,
            to: &mut internal::Subject,
            scope: &Scope<'_>,
        ) -> Result<(), Error> {
            to.api_group = match &*to.kind {
                "ServiceAccount" => Str::EMPTY,
                "User" | "Group" => GROUP.into(),
                _ => from.api_version.parse().map(|version: GroupVersion| version.group).unwrap_or_default(),
            };
            if !from.api_version.is_empty() && from.api_version != api_version(&to.kind, &to.api_group) {
                scope.lose("apiVersion", "later versions have the group of a subject, without a version");
            }
            if to.kind == "User" && to.name == "*" {
                to.kind = "Group".into();
                to.name = "system:authenticated".into();
            }
            Ok(())
        }

        /// Sets the version of a known kind in its own group. Other subjects have a group only.
        pub(crate) fn subject_from_hub(
            from: &mut internal::Subject,
            to: &mut v1alpha1::Subject,
            _: &Scope<'_>,
        ) -> Result<(), Error> {
            to.api_version = api_version(&to.kind, &from.api_group);
            Ok(())
        }

        fn api_version(kind: &str, group: &str) -> Str {
            match (kind, group) {
                ("ServiceAccount", "") => "v1".into(),
                ("User" | "Group", GROUP) => VERSION.into(),
                (_, group) => GroupVersion::new(group, "").to_string().into(),
            }
        }
    }
}
